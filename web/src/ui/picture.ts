/** Sides and area that every browser gives a canvas. */
const LONGEST_SIDE = 16_000;
const LARGEST_AREA = 64_000_000;

/** Twice as many dots as the picture is large, so that it stays sharp in a document; fewer where a canvas does not hold them. */
export async function pngOf(svg: string, tooLarge: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(2, LONGEST_SIDE / Math.max(width, height), Math.sqrt(LARGEST_AREA / (width * height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(width * scale);
    canvas.height = Math.floor(height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (picture === null) throw new Error(tooLarge);
    return picture;
  } finally {
    URL.revokeObjectURL(address);
  }
}
