export const NAMED = '(?:named|called|christened|nicknamed|baptised|baptized|known as|by the name of)';
export const LITTLE =
  '(?: (?:old|little|big|dear|poor|sweet|young|good|an?|our|my|just|always|simply|only|plain))?';
export const KIN_TO_NAME = new RegExp(
  `^(?:'s (?:\\p{L}+ )?name(?: was| is|'s|,)|,? (?:who |she |he |and (?:she|he) )?(?:was |is |were |are |got |gets |had been |has been )?(?:always |just )?${NAMED}|,? (?:whose|her|his|their) (?:\\p{L}+ )?name(?:'s|s? (?:was|is|were|are|being))|(?:,? (?:in|at|on|from|back|of|during|for|by|when|while|all) [\\p{Ll}' ]{1,40},?|,? who (?:lived|worked|taught|came|died|was|had) [\\p{Ll}' ]{1,40},)? (?:was|is|were|are|being)|(?: (?:I|I'll|I'd|I've|we|that|who|whom) [\\p{L}' ]{1,40}) (?:was|is)|,? that(?:'s| was| is)| than|, God rest (?:her|him|his soul|her soul|them),?|, bless (?:her|him|her heart|his heart|them),?|, rest in peace,?|[,:]| ?[—–-]+| \\()?${LITTLE} ?$`,
  'iu',
);
export const SOMEBODY_TO_NAME = new RegExp(
  `^(?: (?:now|too|then|already),|,? (?:who was |who is )?${NAMED}|[^.;:!?,]{0,40}\\b(?:we|they|everybody|everyone|people)(?: all| always| just)? called|,? (?:whose|her|his) (?:\\p{L}+ )?name (?:was|is|being)|,)?${LITTLE} $`,
  'iu',
);
export const THING_TO_NAME =
  /^(?:,? (?:that was |which was |that is |that we |which we |we )?(?:was |is |were )?(?:named|called|christened|known as|by the name of|titled|entitled)|,? (?:whose|its) name was|'s name was| was| were| is)(?: it)?(?: the)? $/i;
export const ONE_IS_OTHER =
  /^(?:,? (?:in|at|on|from|back|of|during|for) [\p{Ll}' ]{1,40})?(?:,? who)? (?:was|is|had been|turned out to be)(?: just| really| only)? $/iu;
export const NAME_TO_KIN =
  /^(?:,|,? (?:was|is|who was|who is|who'd been|she was|he was|she's|he's|that was|that's|who became|became|being|had been)| (?:as|for)| ?[—–-]+| \()(?: also| still| always| really| only| then| once| to be)? ?$/i;
/** "Josefa bakes it now, my granddaughter." */
export const NAME_LATER_KIN = /^ \p{Ll}[\p{Ll}' ]{2,40}, $/u;
export const APPOSED =
  /^(?:[.,;:!?)—–]| ?-|$| (?:who|whom|that|from|in|on|at|by|of|and (?!I\b|my\b|our\b|his\b|her\b|me\b))| ?[—–])/;
export const LISTED =
  /^(?:,? (?:and|or) |, (?:and |then |and then |and finally )?|,? (?:then|and then|and finally|followed by) | & |, (?:who|the|she|he|that)\b[^.;:!?]{1,40}(?:,|,? and) |[^.;:!?,]{1,25}, (?:and |then )?)(?:my |our |little |the |the twins |the boys |the girls )?$/i;
export const TO_LIST = new RegExp(
  `^(?:,? (?:who (?:were|are) |they (?:were|are) |we (?:were|are) )?${NAMED}|,? (?:whose|their) names (?:were|are)|(?: (?:in|at|on|from|of) [\\p{Ll}' ]{1,30})? (?:were|are|was)|[,:]| ?[—–-]+)?${LITTLE} ?$`,
  'iu',
);
export const ALIAS =
  /^,? "?(?:n[ée]e|born|formerly|or|alias|a\.?k\.?a\.?|that(?:'s| is| was)|nicknamed|short for|whose (?:\p{L}+ )?name (?:\p{L}+ ){0,3}(?:was|is)|(?:but |and |though |who |whom |that |which |only )?(?:we|they|everybody|everyone|people|folks|the (?:family|kids|children|neighbors|whole \p{L}+|other \p{L}+|girls|boys|men)|my \p{L}+|most \p{L}+) (?:all |always |just |only |mostly |both )*(?:calls?|called|knew|says?|said)(?: (?:her|him))?(?: as| by)?|on (?:his|her) \p{Ll}+(?: \p{Ll}+)?,? (?:and|but)|(?:who was |who's |also |better |otherwise |always |and )*(?:known|called)(?: to (?:everyone|everybody|all|all of us|us|me|(?:his|her|the|my) \p{L}+))?(?: as)?)(?: just| plain| simply| little| old)? "?$/iu;
export const MAIDEN_AFTER =
  /^(?:,? (?:before (?:she|her|they|the)\b|as was\b|that was\b|as she was\b|by birth\b|when she was (?:a girl|single|born)\b)| was her maiden name)/i;
export const CALLED_BY =
  /\b(?:calls?|called|named|nicknamed|christened|dubbed|baptized|baptised|knew) (her|him)(?: (?:just|our|little|after all|simply|plain|as))? "?$/i;
export const PRONOUN_NAMED =
  /\b(she|he)(?:'d| had| has)? (?:was|is|been|'s)(?: always| just| really)? (?:named|called|christened|known as|baptized|known to (?:all|everyone|everybody|us) as) $|\b(she|he) went by (?:the name (?:of )?)?$|\b(her|his) (?:(?:real|right|full|given|christian|first|maiden|married|proper|pet|nick|own|whole) ?){0,2}name (?:was|is|had been) (?:really |actually )?$|\b(her|his) (?:(?:real|right|first|full) )?name's (?:really )?$|\b(she|he)(?: married and| later| then| had| has|'d)?(?:'s been|'s|'d be| is| was| became| would be| be| been)(?: always| just| really| only| still| then)? $|\b(?:everybody|everyone|we|they|people) (?:all |always |just |only )?called (her|him) $/i;
export const NAME_FOR =
  /^"?(?: (?:was|is) (her|his) (?:\p{Ll}+ ){0,2}name\b|,? (?:that(?:'s| is| was) what|as|is what|was what|because that(?:'s| is| was) what) (?:\p{L}+ ){1,3}?(?:all |always )?(?:called|knew|named) (her|him))/u;
export const I_MARRIED =
  /\b(?:I|I'd|I've)(?: had)?(?: later| then| finally| first| met and| went and| up and)? (?:(?:got |was |am |been )?married(?: to)?)(?: (?:my|a|an|this|that|her|his|their|the) [\p{Ll}' -]{1,30}?,?)?(?: called| named)? $/iu;
export const MARRIED_ME =
  /^ and I (?:finally |later |then )?(?:were |got |had been |had got |had gotten |have been )?married\b/i;
export const SHE_MARRIED =
  /\b(she|he)(?:'d| had)?(?: later| then| finally| went and| up and| had)? (?:got )?married(?: to)? $/i;
export const MARRIES = /^ (?:later |then |finally |had |went and |up and |got )?married (?:to )?(?:an? )?$/i;
export const HAVING =
  /\b(I|we|he|she|they)(?:'d|'ve)? (?:(?:also|only|just|always|already|still|never) )?(?:had|have|has|got|adopted|raised|were|are)(?: got)?(?: only| also| just)? $|\b(I|we|he|she|they)'d $/i;
export const OF_US =
  /\b(?:(?:were|was|are) (?:\p{L}+ of us|us \p{Ll}+)|we were (?:\p{L}+ )?(?:girls|boys|children|sisters|brothers|siblings|kids)|(?:youngest|oldest|eldest|middle|first|last|second|third|one) of (?:the )?(?:us|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen))(?: (?:children|kids|girls|boys|brothers and sisters))?(?:[:,]| ?[—–-]+) ?$/iu;
export const PLACE_OF = /\b(?:in|at|from|near|to|of) $/i;

/** "We had a boy", "another girl came": a child of the subject. */
export const BEAR_CHILD =
  /\b(?:I|[Ww]e)(?:'d| had| have)? (?:had|have|got)(?: another| a| one| our)?(?: (?:little|big|baby|fine|healthy|beautiful|first|second|third|last))? ?$/;
export const NAMING = new RegExp(`${NAMED} $`, 'i');
/** "I'm Small Kwame", "they called me Toto": the subject. */
export const SELF_BEFORE =
  /\b(?:I'm|I am|I was|I've been|I have been|I'd be|I became|(?:called|named|christened|nicknamed|baptized) me|my (?:\p{L}+ ){0,2}name(?:'s| is| was)|\bI,) (?:just |plain |little |always |only |still |then )?$|\bme, (?:just |plain |little )?$/iu;
export const THAT_IS =
  /(?:^|[.!?,;] )(?:And )?[Tt](?:hat|his|hat there)(?:'s|'d be| was| is| would be) (?:my |our )?$/;
/** "Our Eero": a relative who was mentioned before. */
export const OUR = /(?:^|[^\p{L}])(?:our|my) (?:little |old |poor |dear |own )?$/iu;
export const TAUGHT_US =
  /^,? (?:(?:who|that|she|he) )?(?:had )?taught (?:us|me|our class)\b(?! (?:to|how|that|what|everything|all|a|the)\b)/;
export const LIVED_BESIDE =
  /^,? (?:(?:who|that) )?(?:(?:lived|lives|was|were) )?(?:(?:in|from) (?:the )?(?:flat|apartment|house|room|floor|place)? ?(?:under|above|below|over|next to|across from|opposite|beneath|behind|beside) (?:ours|us|mine|me)\b|(?:from )?next[- ]door\b(?! to (?!us|ours|me))|(?:from )?(?:across|down|up|over) the (?:hall|street|road|way|landing|lane|block|alley|yard|fence|stairs)\b|from (?:upstairs|downstairs)\b|upstairs from us|downstairs from us|two doors (?:down|up|away|from)|a few doors)/;
export const PRONOUN_IS_KIN =
  /\b(she|he)(?:'s| is| was|'d been| had been| became|'d become| would become|'d be| has been)(?: always| also| still| really| then| only| just)? $/i;
export const THAT_IS_KIN = /\bthat(?:'s|'d be| is| was| would be) $/i;
export const PRONOUN_LATER_KIN = /\b(she|he)(?:'\p{L}+)? [^.;:!?]{1,45}, $/iu;
export const THEY_ARE_KIN = /\bthey(?:'re| are| were|'d been)(?: all| both| also)? $/i;
export const PLACE_OR_THING = /\b(?:in|at|from|near|to|of|an?|the|his|her|their|my|our) $/i;
export const PLACE_OR_ONE = /\b(?:in|at|from|near|to|of|an?|the) $/i;
/** "Harry to his face", "Tommie for short". */
export const ALIAS_AFTER =
  /^,? (?:to (?:his|her) \p{Ll}+|to (?:us|me|everyone|everybody|all|friends|the (?:rest|whole|family|world|neighbors))|for short|at home|behind (?:his|her) back|in the family|as (?:we|they|everybody|everyone|people|the \p{Ll}+) (?:all )?(?:called|knew))\b/u;
/** "Vera Novak when I knew her and Vera Simms when I buried her". */
export const ONCE_AND_THEN =
  /^ (?:when|then|before|until|till|in|at|as)\b[^.;:!?]{0,50}(?:,| and|, and|, then)(?: then| later)?(?: she (?:was|died|became|is))? $/;
/** "My son's wife is Swedish, Annika, and": a comma on both sides. */
export const KIN_IS_SO =
  /^(?: (?:is|was) (?:an? )?\p{L}+(?: \p{Ll}+)?| of [\p{Ll} -]{1,30}| (?:from|at|in|on|back) [\p{L}' ]{1,30}| who \p{Ll}[\p{Ll}' ]{2,30}), $/u;
/** "The lady next door, Mrs. Ames". */
export const ONE_BESIDE =
  /^(?:,? who lived)? (?:from )?(?:next door|across the (?:street|hall|road|way|landing)|down the (?:street|road|hall|lane)|up the (?:street|road)|upstairs|downstairs|over the road)(?:,|,? (?:was|named|called|who was)) $/;
export const ALL_ARE = /^(?:,|,? (?:who )?(?:were|are)|,? both|, they(?:'re| are| were)) $/i;
/** "I met Frank at a dance", and later "we were married". */
export const COURTED =
  /\bI(?:'d| had)? (?:first )?(?:met|dated|was courting|was dating)(?: a (?:boy|girl|fellow|man|lad) (?:called|named))? $|\b(?:going|went|stepp(?:ed|ing)) (?:out|around|steady) with $/;
export const WE_MARRIED =
  /\b(?:we|We)(?:'d| had)?(?: were| got| been| finally)? (?:got )?married\b|\bI(?:'d)? married (?:him|her)\b/;
/** "My friend in Leeds was Ruth". */
export const IN_PLACE = /^,? (?:in|at|from|near|on|over in|down in|up in|out in|back in)(?: the)? $/;
export const IN_PLACE_IS =
  /^,? (?:in|at|from|near|on|over in|down in|up in|out in|back in) [\p{L}' ]{1,40},? (?:was|is|called|named|was called|was named) $/u;
