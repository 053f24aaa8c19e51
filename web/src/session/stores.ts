/**
 * A store of the browser. People block site data, and a store can be full: then it lasts as long as this document. The pages touch
 * the stores of the browser nowhere else.
 */
class Kept {
  private readonly inMemory = new Map<string, string>();

  constructor(private readonly open: () => Storage) {}

  /** @returns whether it outlives this document */
  set(name: string, value: string): boolean {
    try {
      this.open().setItem(name, value);
      this.inMemory.delete(name);
      return true;
    } catch {
      this.inMemory.set(name, value);
      return false;
    }
  }

  get(name: string): string | null {
    return this.inMemory.get(name) ?? this.ofBrowser((store) => store.getItem(name)) ?? null;
  }

  /** Reads and removes it. */
  take(name: string): string | null {
    const value = this.get(name);
    this.remove(name);
    return value;
  }

  remove(name: string): void {
    this.inMemory.delete(name);
    this.ofBrowser((store) => store.removeItem(name));
  }

  names(): readonly string[] {
    return [...this.inMemory.keys(), ...(this.ofBrowser((store) => Object.keys(store)) ?? [])];
  }

  private ofBrowser<Result>(act: (store: Storage) => Result): Result | undefined {
    try {
      return act(this.open());
    } catch {
      return undefined;
    }
  }
}

/** Something needs what this browser does not keep. */
export class NothingKept extends Error {
  override readonly name = 'NothingKept';
}

/** Ends with the tab. */
export const tabStore = new Kept(() => sessionStorage);

/** Stays in the browser. */
export const browserStore = new Kept(() => localStorage);

interface Channel<Message> {
  readonly send: (message: Message) => void;
  /** @returns how to stop hearing */
  readonly listen: (heard: (message: Message) => void) => () => void;
}

/** What tabs of these pages tell each other; where the browser forbids it, each is on its own. */
export function channel<Message>(name: string): Channel<Message> {
  const tabs = opened(name);
  return {
    send: (message) => tabs?.postMessage(message),
    listen: (heard) => {
      const hear = ({ data }: MessageEvent<Message>): void => heard(data);
      tabs?.addEventListener('message', hear);
      return () => tabs?.removeEventListener('message', hear);
    },
  };
}

function opened(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
