function words(list: string): string[] {
  return list.trim().split(/\s+/);
}

/** Function words, which carry no facts. Negations are not among them: they have their own check. */
export const STOP_WORDS = new Set(
  words(`a an the this that these those some any each every all both either such same other another others own
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
  herself it its itself they them their theirs themselves who whom whose which what whatever whoever one ones
  and or but so as if than then though although because since while when whenever where wherever until till unless
  whether of in on at by for with about into onto from to up down out off over under through between among against
  during upon toward towards around along across within per via
  is am are was were be been being isn't aren't wasn't weren't have has had having do does did doing done
  can could will would shall should may might must let's ought need used
  can't couldn't won't wouldn't shan't shouldn't mustn't don't doesn't didn't haven't hasn't hadn't ain't cannot
  i'm i've i'd i'll we're we've we'd we'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd
  it'll they're they've they'd they'll that's that'd that'll there's here's who's what's where's
  not no nor never none nobody nothing nowhere neither without hardly barely scarcely
  there here now just also too very really quite rather even still only again already yet ever always
  well oh ah um uh er erm hmm mm yeah yes yep okay ok anyway sort kind like mean actually basically
  how why more most less least much many few several lot lots bit`),
);

/** Words that an editor may add when joining what was said; they state nothing. */
export const BRIDGE_WORDS = new Set(
  words(`go come get make take say tell ask be have do thing time way place later soon finally eventually meanwhile
  afterwards become remember think feel look seem call use`),
);

/** Groups of synonyms; the first word of a group stands for all. */
const SAME: string[] = [
  'mother mom mum mama mommy mummy ma',
  'father dad daddy papa pop',
  'grandmother grandma gran granny nana grandmom',
  'grandfather grandpa granddad grandad gramps',
  'child kid children',
  'telephone phone',
  'photograph photo',
  'television tv telly',
  'automobile car auto',
  'aunt auntie aunty',
  'marry married wed',
  'wedding weddings',
];

const FORMS: string[] = [
  'go went gone goes going',
  'come came comes coming',
  'see saw seen seeing',
  'say said says saying',
  'tell told tells telling',
  'take took taken taking',
  'give gave given giving',
  'get got gotten getting',
  'make made makes making',
  'know knew known knowing',
  'think thought thinks thinking',
  'run ran running runs',
  'write wrote written writing',
  'drive drove driven driving',
  'ride rode ridden riding',
  'eat ate eaten eating',
  'drink drank drunk drinking',
  'sing sang sung singing',
  'swim swam swum swimming',
  'begin began begun beginning',
  'buy bought buying',
  'bring brought bringing',
  'catch caught catching',
  'teach taught teaching',
  'fight fought fighting',
  'seek sought',
  'sell sold selling',
  'hold held holding',
  'keep kept keeping',
  'sleep slept sleeping',
  'feel felt feeling',
  'leave left leaving',
  'meet met meeting',
  'lose lost losing',
  'send sent sending',
  'spend spent spending',
  'build built building',
  'stand stood standing',
  'understand understood',
  'sit sat sitting',
  'find found finding',
  'grow grew grown growing',
  'throw threw thrown',
  'fly flew flown flying',
  'draw drew drawn drawing',
  'wear wore worn wearing',
  'tear tore torn',
  'break broke broken',
  'speak spoke spoken speaking',
  'steal stole stolen',
  'choose chose chosen choosing',
  'freeze froze frozen',
  'forget forgot forgotten',
  'fall fell fallen falling',
  'hear heard hearing',
  'pay paid paying',
  'lay laid laying',
  'lie lay lain lying',
  'lead led leading',
  'read reading',
  'shake shook shaken',
  'shine shone',
  'shoot shot shooting',
  'win won winning',
  'wake woke woken',
  'become became becoming',
  'bear bore born',
  'blow blew blown',
  'dig dug',
  'do did done does doing',
  'be is am are was were been being',
  'have has had having',
  'hide hid hidden',
  'hang hung hanging',
  'rise rose risen',
  'show showed shown',
  'shut shutting',
  'sew sewn sewed sewing',
  'strike struck',
  'sweep swept sweeping',
  'swear swore sworn',
  'weep wept',
  'die died dying dies',
  'man men',
  'woman women',
  'foot feet',
  'tooth teeth',
  'mouse mice',
  'goose geese',
  'wife wives',
  'knife knives',
  'life lives',
  'leaf leaves',
  'half halves',
  'loaf loaves',
  'person persons',
  'bus buses busses',
  'good better best',
  'bad worse worst',
];

/** Maps an irregular form or a synonym to the word that it is compared as. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  [...FORMS, ...SAME].flatMap((group) => {
    const [head = '', ...rest] = group.split(' ');
    return [head, ...rest, ...rest.map((word) => `${word}s`)].map((word): [string, string] => [word, head]);
  }),
);

/** Sounds that carry no fact and can be left out anywhere. */
export const FILLERS = new Set(words('um uh er erm umm uhh hmm hm mm mhm ah eh huh'));

/** Names that are also words: in a text without capitals they don't prove a name. */
export const NAMES_THAT_ARE_WORDS = new Set(
  words(`rose mark will grace hope faith may june april bill bob jack pat art frank gene rich dean miles ray rob sue joy
  dawn iris violet daisy lily ivy olive ruby pearl amber crystal summer autumn heather hazel ginger angel victor
  chance chase grant drew wade brook cliff glen dale lance pierce skip chip buck buddy sonny baker cook smith carter
  mason hunter miller taylor king young brown white black green gray grey stone wood hill field banks rivers bush fox
  wolf bird fish day long short sharp bright swift love bean reading bath mobile nice turkey china chile orange phoenix
  buffalo jersey lima cork wells bend hull rugby sandwich page star moon church bishop abbot pope major duke earl
  baron noble holiday christian merry happy bliss blessing patience prudence charity penny nick harry drew rusty
  sandy stormy rocky lane rhodes street park waters walker fisher cooper gardener porter potter shepherd weaver`),
);
