export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Size, Point {}

/** From the box that points to the one it points to, as places in the list of boxes. */
export interface Link {
  readonly from: number;
  readonly to: number;
  /** Where it leaves and ends, below the tops of the boxes. */
  readonly fromY: number;
  readonly toY: number;
}
