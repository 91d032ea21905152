declare module 'edtf' {
  /** The fields of every parsed EDTF value. Times are milliseconds since 1970, in UTC. */
  export interface Parsed {
    type: string;
    edtf: string;
    min: number | null;
    max: number | null;
  }
  /** Throws when the text is not EDTF. */
  export default function edtf(text: string): Parsed;
}
