const CHANNEL = 'headgate.step-up';

/** The window in which a person proved themselves at an identity provider tells the page that waits for it. */
export const stepUpCodes = {
  listen: (heard: (code: string) => void): (() => void) => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<string>) => heard(data));
    return () => channel.close();
  },
  send: (code: string): void => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage(code);
    channel.close();
  },
};
