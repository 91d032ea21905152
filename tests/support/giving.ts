import type { Gift } from '#api/generated/prisma/client.ts';
import { codeOf, hashOfCode } from '#api/gifts/codes.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { day } from './clock.ts';
import type { Answer, Person } from './person.ts';

const fields = `id recipientName recipientEmail recipientPhone words cloth language way status deliverOn timeZone
  deliveredAt remindedAt redeemedAt expiresAt undelivered redeemCode url`;
const refused = '... on UserError { code path message }';
const unusable = `${refused} ... on GiftUnusable { now: status }`;
const giving = (name: string, type: string, refusal: string) =>
  `mutation ($input: ${type}!) { ${name}(input: $input) { __typename ... on Gift { ${fields} } ${refusal} } }`;

/** Creates a gift and returns the result. */
export async function give(person: Person, input: object = {}): Promise<Answer> {
  const variables = { input: { recipientName: 'Lourdes Medeiros', ...input } };
  return (await person.gql(giving('createGift', 'CreateGiftInput', refused), variables)).createGift;
}

/** Changes a gift. */
export async function change(person: Person, input: object): Promise<Answer> {
  const variables = { input: { recipientName: 'Lourdes Medeiros', ...input } };
  return (await person.gql(giving('updateGift', 'UpdateGiftInput', unusable), variables)).updateGift;
}

/** Cancels a gift. */
export async function cancel(person: Person, id: string): Promise<Answer> {
  const document = `mutation ($id: ID!) { cancelGift(id: $id) { __typename ... on Gift { id status } ${unusable} } }`;
  return (await person.gql(document, { id })).cancelGift;
}

/** Redeems a gift by its code. */
export async function redeem(person: Person, token: string, isSelf?: boolean): Promise<Answer> {
  const book = 'id fullName preferredName phone timeZone cloth isSelf status myRole';
  const document = `mutation ($token: String!, $isSelf: Boolean) { redeemGift(token: $token, isSelf: $isSelf) {
    __typename ... on Subject { ${book} } ${unusable} } }`;
  return (await person.gql(document, { token, isSelf })).redeemGift;
}

/** The gift's card as the holder of its code sees it. */
export async function giftCard(person: Person, token: string): Promise<Answer> {
  const document = `query ($token: String!) { giftPreview(token: $token) {
    status recipientName giverName words cloth expiresAt } }`;
  return (await person.gql(document, { token })).giftPreview;
}

/** A gift as its giver sees it, or null. */
export async function giftOf(person: Person, id: string): Promise<Answer> {
  return (await person.gql(`query ($id: ID!) { gift(id: $id) { ${fields} } }`, { id })).gift;
}

/** A printed gift card that is due tomorrow, created directly in the database. */
export async function aGift(giverId: string, data: Partial<Gift> = {}) {
  const id = newId();
  const deliverAt = new Date(Date.now() + day);
  await db.gift.create({
    data: {
      ...{ id, giverId, recipientName: 'Lourdes Medeiros', timeZone: 'America/New_York' },
      ...{ deliverOn: deliverAt, deliverAt, status: 'SCHEDULED', codeHash: hashOfCode(codeOf(id)) },
      expiresAt: new Date(deliverAt.getTime() + 365 * day),
      ...data,
    },
  });
  return { id, token: codeOf(id) };
}
