import type { ReactNode } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { useAction } from '../session/action';
import { Button } from './button';
import { Row } from './layout';
import { Problem } from './notice';
import { download } from './secret';

const texts = catalogue(
  {
    files: 'Download the picture',
    tooLarge: 'This picture is too large for your browser. Download the SVG instead.',
  },
  {
    files: 'Bild herunterladen',
    tooLarge: 'So ein großes Bild kann dieser Browser nicht erzeugen. Laden Sie das SVG herunter; es hat keine feste Größe.',
  },
);

interface PictureFilesProps {
  /** Of the file, without its ending. */
  readonly name: string;
  /** As it is drawn now. */
  readonly svg: () => string;
  /** Buttons for further files. */
  readonly children?: ReactNode;
}

/** A drawing as a file: as it is, and as a picture of dots. */
export function PictureFiles({ name, svg, children }: PictureFilesProps) {
  const t = useTexts(texts);
  const png = useAction(() => pngOf(svg(), t.tooLarge), { onDone: (picture) => download(`${name}.png`, picture, 'image/png') });
  return (
    <div role="group" aria-label={t.files}>
      <Row>
        <Button onClick={() => download(`${name}.svg`, svg(), 'image/svg+xml')}>SVG</Button>
        <Button isBusy={png.isRunning} onClick={() => png.run(undefined)}>
          PNG
        </Button>
        {children}
      </Row>
      <Problem error={png.error} />
    </div>
  );
}

/** Sides and area that every browser gives a canvas. */
const LONGEST_SIDE = 16_000;
const LARGEST_AREA = 64_000_000;

/** Twice as many dots as the picture is large, so that it stays sharp in a document; fewer where a canvas does not hold them. */
async function pngOf(svg: string, tooLarge: string): Promise<Blob> {
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
