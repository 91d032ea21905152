import type { ConflictKind } from '#api/generated/prisma/enums.ts';

export type SideInWords = {
  value: string | null;
  cardTitle: string | null;
  personName: string | null;
  relation: string | null;
};

export type ConflictInWords = {
  kind: ConflictKind;
  about: string | null;
  reason: string | null;
  left: SideInWords | null;
  right: SideInWords | null;
};
