import { apollo } from '#web/app/apollo.ts';
import type { AskToOptInInput, OptInInput } from '#web/app/generated/schema-types.ts';
import { AskToOptInDocument, OptInDocument } from './OptIn.graphql.ts';

/** Requests a code for a phone. */
export async function askToOptIn(input: AskToOptInInput) {
  const { data } = await apollo.mutate({ mutation: AskToOptInDocument, variables: { input } });
  return data?.askToOptIn;
}

/** Gives the consent with the code. */
export async function optIn(input: OptInInput) {
  const { data } = await apollo.mutate({ mutation: OptInDocument, variables: { input } });
  return data?.optIn;
}
