import type { SceneWords } from '#api/biography/writing/composing/scene-words.ts';

/** Where and when a story happened, by the words before a place or a date. */
export const spanishScene: SceneWords = {
  here: /(?:^|[^\p{L}])(?:en|dentro de|cerca de|junto a|afuera de|por|salimos de) (?:el |la |los |las |pleno |mero )*$/iu,
  there:
    /(?:^|[^\p{L}])(?:me|nos|fui|fuimos|vine|vinimos|llegu[eé]|llegamos|mud[eé]|mudamos|viaj[eé]|viajamos|salimos|subimos|caminamos|volvimos|cruzamos)(?:[^\p{L}][^.;]*)? (?:a|hasta|para|hacia) (?:el |la )?$/iu,
  ofAnother:
    /(?:^|[^\p{L}])(?:un|una|el|la|mi|su) (?:\p{L}+ )?(?:hombre|mujer|muchach[oa]|amig[oa]|prim[oa]|t[ií][oa]|se[ñn]ora?|carta|postal|canci[oó]n|compa[ñn][ií]a|familia) (?:que \p{L}+ )?(?:en|de) (?:la |el )?$/iu,
  notHere: /(?:^|[^\p{L}])(?:naci[oó]|nacid[oa]|criad[oa]|se qued[oó]|se quedaron) en $/iu,
  aside:
    /(?:^|[^\p{L}])(?:hasta|desde|antes|despu[eé]s|para|a partir|ya no|que hab[ií]a|que hab[ií]an|quien)(?=[^\p{L}])[^,.;]*$/iu,
  spanOfTime: /(?:^|[^\p{L}])(?:del?|desde) (?:el |los )?$/iu,
  birth: /(?:^|[^\p{L}])(?:nac[ií]|naci[oó]|nacieron|nacid[oa])(?![\p{L}])/iu,
  ownBirth: /(?:^|[^\p{L}])nac[ií](?![\p{L}])/iu,
  opensWithOwnBirth: /^(?:\p{L}+,? ){0,4}nac[ií](?![\p{L}])/iu,
  elderBirth:
    /(?:^|[^\p{L}])(?:madre|padre|mam[aá]|pap[aá]|abuel[oa]s?|bisabuel[oa]s?|t[ií][oa]|[eé]l|ella)(?=[^\p{L}])[^.;]{0,40}naci/iu,
  beside: [/^,? y (?:\p{L}+ ){0,4}(?:en (?:el )?)?$/iu],
  clauseBreak: /[.!?;]\s|\n|, y |, pero /,
};
