/** A page of an invented book, shown and read aloud on the home page. */
export interface SampleSentence {
  text: string;
  /** Words that were called out; set in italics. */
  called?: boolean;
  /** The sentence that the line leads to. */
  underlined?: boolean;
}

export const samplePage: readonly (readonly SampleSentence[])[] = [
  [
    {
      text: 'You’d think it would be noise, but it was more like rain: forty girls all saying the same thing, quietly. ',
    },
    { text: 'Number, please. Number, please.', called: true },
    {
      text: ' Mrs. Hathaway, the supervisor, sat me on the high stool and put the headset on me herself, like she was crowning somebody.',
    },
  ],
  [
    {
      text: 'Then the first light came on, and I forgot every word. I had said it to the bathroom mirror for a week. ',
    },
    { text: 'I opened my mouth and I said, “Good morning, this is Alma.”', underlined: true },
  ],
  [
    {
      text: 'And he said, “Good morning, Alma, this is Mr. Sylvia. I’d like the fish market.” The girls on both sides laughed so hard that Mrs. Hathaway had to walk up and down. They called me This‑is‑Alma until I was married.',
    },
  ],
  [
    {
      text: 'You weren’t supposed to listen, but you could tell by the breath. Before they said a word, you could tell whether it was good news or bad.',
    },
  ],
];
