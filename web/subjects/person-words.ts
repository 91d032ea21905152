/**
 * The words for a person in the interface: from their pronouns, "you" for the person themself, "they" when none are
 * known.
 */
export interface PersonWords {
  name: string;
  /** she, he, they, you */
  they: string;
  /** her, him, them, you */
  them: string;
  /** her, his, their, your */
  their: string;
  /** The verb that goes with `they`. */
  verb(singular: string, plural: string): string;
}

const sets = {
  she: { they: 'she', them: 'her', their: 'her' },
  he: { they: 'he', them: 'him', their: 'his' },
  they: { they: 'they', them: 'them', their: 'their' },
  you: { they: 'you', them: 'you', their: 'your' },
};

/** The words for a person, from the entered pronouns such as "she/her". */
export function wordsFor({
  preferredName,
  pronouns,
  isSelf = false,
}: {
  preferredName: string;
  pronouns?: string | null | undefined;
  isSelf?: boolean;
}): PersonWords {
  const first = pronouns
    ?.trim()
    .toLowerCase()
    .split(/[\s/,]/)[0];
  const kind = isSelf ? 'you' : first === 'she' || first === 'he' ? first : 'they';
  const singular = kind === 'she' || kind === 'he';
  return { name: preferredName, ...sets[kind], verb: (one, many) => (singular ? one : many) };
}

/** "Alma’s book", or "Your book". */
export function bookNameOf(subject: { preferredName: string; isSelf: boolean }): string {
  return subject.isSelf ? 'Your book' : `${subject.preferredName}’s book`;
}

/** Capitalizes the first letter, for the beginning of a sentence. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
