export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';
/** Names, ids and counts that we gave. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A piece of work in a trace. */
export type Span = {
  /** By which another process continues the trace from here, as W3C writes it. */
  traceparent: string;
  set: (attributes: Attributes) => void;
  /** Ends it; of what it failed with only the code or the name is kept. Only the first time counts. */
  end: (failure?: unknown) => void;
};

export type Tracer = {
  begin: (name: string, kind: SpanKind, attributes: Attributes, parent: Span | string | null) => Span;
  /** Sends what is not yet sent, and ends. */
  close: () => Promise<void>;
};
