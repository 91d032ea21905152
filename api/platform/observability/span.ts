export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';
/** Names, ids and counts chosen by us, never personal data. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A piece of work in a trace. */
export type Span = {
  /** The W3C traceparent, with which another process continues the trace. */
  traceparent: string;
  set: (attributes: Attributes) => void;
  /** Ends the span with only the error's code or name. Only the first call counts. */
  end: (failure?: unknown) => void;
};

export type Tracer = {
  begin: (name: string, kind: SpanKind, attributes: Attributes, parent: Span | string | null) => Span;
  /** Sends the remaining spans and closes. */
  close: () => Promise<void>;
};
