// The part of partysocket 1.3.0 that this project uses; written by hand so that the type check needs no package.
export interface Options {
  minReconnectionDelay?: number;
  maxReconnectionDelay?: number;
  reconnectionDelayGrowFactor?: number;
  minUptime?: number;
  connectionTimeout?: number;
  maxEnqueuedMessages?: number;
  startClosed?: boolean;
  shouldReconnectOnClose?: (event: CloseEvent) => boolean;
}
export default class ReconnectingWebSocket extends EventTarget {
  constructor(url: string | (() => Promise<string>), protocols: string | string[], options?: Options);
  readonly readyState: number;
  send(data: string): boolean;
  close(code?: number, reason?: string): void;
  reconnect(code?: number, reason?: string): void;
}
