/** The invented people of the demo, and what they ask and do. */
export const alma = {
  fullName: 'Alma Teixeira Rourke',
  preferredName: 'Alma',
  pronouns: 'she/her',
  birthDate: '1941-03-09',
  birthPlace: 'New Bedford, Massachusetts',
  phone: '+15085550142',
  timeZone: 'America/New_York',
  language: 'en',
};

export type Relative = {
  key: 'teresa' | 'paul' | 'owen' | 'marisol' | 'lourdes';
  name: string;
  email: string;
  role: 'OWNER' | 'EDITOR' | 'VIEWER';
  relationship: string;
};

export const relatives: Relative[] = [
  {
    key: 'teresa',
    name: 'Teresa Rourke',
    email: 'teresa.rourke@example.com',
    role: 'OWNER',
    relationship: 'daughter',
  },
  { key: 'paul', name: 'Paul Rourke', email: 'paul.rourke@example.com', role: 'EDITOR', relationship: 'son' },
  {
    key: 'owen',
    name: 'Owen Pires',
    email: 'owen.pires@example.com',
    role: 'EDITOR',
    relationship: 'grandson',
  },
  {
    key: 'marisol',
    name: 'Marisol Pires',
    email: 'marisol.pires@example.com',
    role: 'VIEWER',
    relationship: 'granddaughter',
  },
  {
    key: 'lourdes',
    name: 'Lourdes Medeiros',
    email: 'lourdes.medeiros@example.com',
    role: 'VIEWER',
    relationship: 'sister',
  },
];

export const almasAccount = { name: 'Alma Rourke', email: 'alma.rourke@example.com' };
export const deskAccount = { name: 'Nora Quist', email: 'nora.quist@example.com' };

export const questions: { by: Relative['key']; text: string }[] = [
  { by: 'owen', text: 'What did you hear on the day Kennedy was shot?' },
  { by: 'marisol', text: 'Did your father ever talk about Madeira?' },
  { by: 'paul', text: 'Who taught you to drive?' },
];

/** What they ask when the call that is on while one looks around is over. */
export const questionsForNextCall: { by: Relative['key']; text: string }[] = [
  { by: 'marisol', text: 'Who taught you to bake the sweet bread?' },
  { by: 'teresa', text: 'What songs did Mrs. Mendes sing?' },
];

/** What the family says about a story that fits. */
export const remarks: { by: Relative['key']; fits: RegExp; text: string }[] = [
  { by: 'owen', fits: /fish market/i, text: 'Mr. Sylvia gave me a smelt to carry home once.' },
  { by: 'paul', fits: /fish market/i, text: 'I remember the sawdust on that floor.' },
];

export const invitation = {
  email: 'joan.rourke@example.com',
  role: 'EDITOR' as const,
  relationship: 'daughter',
};

/** Sunday and Thursday at 2 pm. */
export const callTimes = [
  { weekday: 4, time: '14:00' },
  { weekday: 7, time: '14:00' },
];

/** What Alma says to somebody who claims to be Evertold, and we to her. */
export const codeWord = 'lemon drop';

/** A drawing goes to the story whose words it fits. */
export const drawings: { file: string; width: number; height: number; caption: string; fits: RegExp }[] = [
  {
    file: 'exchange.webp',
    width: 1350,
    height: 960,
    caption: 'The night shift at the exchange, about 1960.',
    fits: /high stool|this is Alma/i,
  },
  {
    file: 'storm.webp',
    width: 1350,
    height: 960,
    caption: 'Rivet Street, the last day of August 1954.',
    fits: /Hurricane Carol|mattresses/i,
  },
  {
    file: 'wedding.webp',
    width: 840,
    height: 1080,
    caption: 'Mount Carmel, 15 June 1963.',
    fits: /fifteenth of June|Coast Guard station/i,
  },
  {
    file: 'rivet.webp',
    width: 1350,
    height: 960,
    caption: 'The house on Rivet Street, over the bakery.',
    fits: /Mendes bakery|second floor/i,
  },
  {
    file: 'bread.webp',
    width: 1080,
    height: 810,
    caption: 'Sweet bread, crooked on purpose.',
    fits: /sweet bread|masa sovada/i,
  },
  {
    file: 'harbour.webp',
    width: 1350,
    height: 960,
    caption: 'The Lourdes, back in the water.',
    fits: /lamppost|rope works/i,
  },
  {
    file: 'headset.webp',
    width: 960,
    height: 960,
    caption: 'An operator’s headset.',
    fits: /dials came|lemon drop/i,
  },
];

/** What is on the cassette that Teresa found, spoken by Alma on the answering machine of her son. */
export const cassette = {
  title: 'From Paul’s answering machine',
  happened: '1998-12',
  said: [
    'Paul, it is your mother, and I am talking to a machine.',
    'In December of 1975 the bakery on Rivet Street closed, and I have been thinking of it all day.',
    'Mr. Mendes gave me the bowl with the cloth, the same one, and he said that it had earned its rest.',
    'I carried it home on the bus on my knees, and a man got up to give the bowl a seat.',
    'I am making the bread on Sunday. Bring your coat.',
  ],
};
