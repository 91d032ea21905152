declare module 'edtf' {
  /** What every parsed EDTF value answers; times are milliseconds since 1970, in UTC. */
  export interface Parsed {
    type: string;
    edtf: string;
    min: number | null;
    max: number | null;
  }
  /** Throws on what is no EDTF. */
  export default function edtf(text: string): Parsed;
}
