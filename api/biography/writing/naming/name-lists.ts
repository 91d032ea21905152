function set(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

export const TITLES = set(
  'mr mrs ms miss dr doctor professor prof father sister brother reverend rev rabbi sergeant captain colonel general lieutenant major judge president senator governor mayor sir madam dame queen king prince princess pope private corporal officer coach principal ambassador secretary',
);

export const CALENDAR_WORDS =
  set(`january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
  christmas easter thanksgiving halloween ramadan hanukkah passover lent`);

/** Peoples, languages, faiths: neither persons nor places. */
export const PEOPLES =
  set(`american americans british english irish scottish scots welsh french german germans italian italians
  spanish spaniard spaniards portuguese dutch belgian belgians swiss austrian swedish swede norwegian danish finnish polish
  pole poles russian russians ukrainian czech slovak hungarian romanian bulgarian greek greeks turkish turk turks serbian
  croatian albanian jewish jew jews hebrew yiddish arab arabs arabic persian iranian iraqi israeli palestinian egyptian
  african africans ethiopian ethiopians somali somalis kenyan nigerian ghanaian sudanese moroccan indian indians pakistani
  bengali hindi urdu tamil nepali chinese mandarin cantonese japanese korean koreans vietnamese thai malay malays malaysian
  malaysians indonesian filipino filipinos tagalog burmese mongolian tibetan australian canadian canadians mexican mexicans
  cuban cubans haitian jamaican dominican puerto-rican colombian colombians ecuadorian ecuadorians peruvian brazilian
  chilean argentine bolivian venezuelan latino latina latinos hispanic caribbean european europeans asian asians
  western westerner westerners eastern southern northern northerner southerner midwestern
  christian christians catholic catholics protestant methodist baptist baptists lutheran presbyterian episcopal mormon quaker
  orthodox muslim muslims islamic islam hindu buddhist sikh latin creole swahili amharic oromo amhara amharas gurage
  tigrinya bahasa quechua navajo cherokee azorean cape-verdean andean appalachian god lord jesus christ bible koran quran`);

/** Capitals that name nothing in a life. */
export const NO_NAMES = set(
  'i ok okay tv vcr dvd cd id pm am ad bc dna aids hiv it pr ceo phd ph.d ba b.a bs b.s ma m.a mba b a c d e f gs gpa sos fyi atm rv suv mri ct er or uh um hmm oh ah yeah yes no well so and but the mom dad mum mama papa grandma grandpa ma pa mommy daddy granny nana',
);

export const PLACE_NOUNS =
  set(`street avenue road lane boulevard drive island islands river lake creek mountain mountains mount hill
  hills county city town township village valley beach bay airport park square harbor harbour station coast peninsula
  desert ocean sea gulf canyon falls heights cape fort point port springs bridge plaza province state states district
  republic kingdom ranch farm house hotel hall tower wood woods forest highway turnpike virginia carolina dakota hampshire
  jersey york mexico haven bedford orleans angeles francisco diego antonio america africa asia europe borneo malaysia`);

export const ORGANISATION_NOUNS =
  set(`college university school academy institute hospital clinic church temple synagogue mosque
  company corporation corps army navy force marines guard association society club union league bank factory mill mills
  works center centre archives archive library administration agency bureau branch department office committee council
  commission foundation museum theatre theater orchestra band press post times journal magazine news radio network store
  restaurant bar bakery cafe diner market brothers sons co inc ltd unit division regiment battalion squad team program
  project embassy ministry court congress senate house parliament volunteers services service exchange telephone airlines
  railroad railway conference fund trust group party scouts records legion laboratory`);

export const THING_NOUNS = set(
  'war act heart medal star prize award bill treaty revolution depression hurricane program project series form file test exam system decimal day week month bible book story song',
);

/** Two-letter to six-letter capitals that are places. */
export const PLACE_LETTERS = set('us usa uk u.s u.s.a d.c dc la nyc kl l.a u.k n.y ussr uae');

/** Short names and the full ones they belong to. */
export const NICKNAMES: ReadonlyMap<string, readonly string[]> = new Map(
  `al:albert,alfred,alan abby:abigail andy:andrew annie:ann,anna,anne art:arthur barb:barbara bea:beatrice,beatriz becky:rebecca
  bec:rebecca ben:benjamin bert:albert,herbert,robert bess:elizabeth beth:elizabeth betty:elizabeth bill:william billy:william
  bob:robert bobby:robert cathy:catherine charlie:charles chuck:charles connie:constance,concetta dan:daniel danny:daniel
  dave:david deb:deborah debbie:deborah des:desmond dick:richard don:donald dot:dorothy doug:douglas ed:edward,edwin
  eddie:edward ellie:eleanor fran:frances,francis frank:francis,franklin fred:frederick,alfred gene:eugene gerry:gerald,gerard
  ginny:virginia greg:gregory hal:harold,henry hank:henry harry:harold,henry jack:john jake:jacob jeff:jeffrey jen:jennifer
  jenny:jennifer jerry:gerald,jerome jim:james jimmy:james joe:joseph joey:joseph johnny:john josie:josephine kate:katherine,catherine
  kathy:katherine,kathleen katie:katherine ken:kenneth larry:lawrence len:leonard liz:elizabeth lou:louis,louise maggie:margaret
  manny:manuel,emanuel mandy:amanda marge:margaret matt:matthew meg:margaret mel:melvin mick:michael mickey:michael mike:michael
  millie:mildred nan:nancy ned:edward nick:nicholas ollie:oliver pam:pamela pat:patrick,patricia patty:patricia peg:margaret
  peggy:margaret pete:peter phil:philip,phillip ray:raymond rich:richard rick:richard rob:robert ron:ronald rosie:rose,rosemary
  sal:salvatore,sally sam:samuel,samantha sandy:sandra,alexander sarge:sargent steve:steven,stephen sue:susan susie:susan
  ted:edward,theodore terry:terence,theresa tess:theresa tim:timothy tina:christina toby:tobias tom:thomas tommy:thomas
  tony:anthony,antonio trudy:gertrude val:valerie vi:violet,viola,vivian vic:victor vince:vincent walt:walter wally:walter
  will:william winnie:winifred zeke:ezekiel`
    .split(/\s+/)
    .map((entry): [string, string[]] => {
      const [short = '', full = ''] = entry.split(':');
      return [short, full.split(',')];
    }),
);

/** Capitals that are half a name ("the Center", "the University") or a point of the compass. */
export const GENERIC_NAMES =
  set(`north south east west northern southern eastern western center centre office offices department
  departments university college school church company corporation association society club union agency bureau branch
  committee council commission foundation museum street avenue road lane county city town state states republic province
  district island river lake mountain mountains archives library records record service services unit division team
  program project form file war embassy government president secretary second first third children arts mall friends
  interior group group's rivers home house street's save volunteer volunteers aeroplane internet covid professional`);
