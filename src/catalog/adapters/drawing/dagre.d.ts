/** The package's own declarations name their files without an ending, which Node's resolution does not find. */
declare module '@dagrejs/dagre' {
  interface GraphLabel {
    readonly rankdir: 'LR';
    readonly nodesep: number;
    readonly edgesep: number;
    readonly ranksep: number;
    readonly ranker: 'tight-tree';
  }

  export class Graph {
    constructor(options: { readonly directed: boolean; readonly multigraph: boolean; readonly compound: boolean });
    setGraph(label: GraphLabel): void;
    setDefaultEdgeLabel(label: () => object): void;
    setNode(id: string, label: { readonly width: number; readonly height: number }): void;
    setEdge(from: string, to: string, label: { readonly weight: number; readonly minlen: number }): void;
    /** With its place, once it was laid out. */
    node(id: string): { readonly y?: number };
  }

  export function layout(graph: Graph): void;
}
