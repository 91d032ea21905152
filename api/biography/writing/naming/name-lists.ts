function set(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Titles before a woman's name, and before a man's. */
export const FEMALE_TITLES = set(
  'mrs ms miss sister madam madame mademoiselle dame queen princess lady frau fraulein senora senorita signora signorina dona pani nurse matron mother',
);
export const MALE_TITLES = set(
  'mr father brother sir king prince pope herr senor monsieur signor pan rabbi bishop monsignor lord mister',
);
/** Titles of public figures, who are no acquaintances. */
export const PUBLIC_TITLES = set(
  'president queen king prince princess pope senator governor emperor empress kaiser tsar czar chancellor premier lord lady congressman',
);
export const TITLES = new Set([
  ...FEMALE_TITLES,
  ...MALE_TITLES,
  ...PUBLIC_TITLES,
  ...set(
    'dr doctor professor prof reverend rev pastor deacon canon vicar sergeant sgt captain capt colonel col general lieutenant lt major judge mayor private corporal officer constable sheriff chief coach principal ambassador secretary admiral commander imam sheikh swami maestro elder cantor squire chef comrade skipper nanny master mistress widow farmer brigadier commandant superintendent inspector detective abbot abbess mullah hajji',
  ),
]);

export const CALENDAR_WORDS =
  set(`january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
  christmas easter thanksgiving halloween ramadan hanukkah passover lent`);

/** Given names that are also ordinary words at the start of a sentence, without an article. */
export const OPENING_WORDS = set(
  'hope faith grace joy will may art dawn chance grant mark rob sue drew pat rich lance charity patience prudence comfort happy merry ivy holly heather hazel summer autumn amber crystal ginger sandy stormy rocky rusty dusty christian noble early love king long white brown young august april june honor mercy pepper sugar candy cherry',
);

/** Times of the year that are also given names. */
export const MONTH_NAMES = set('april may june august easter');

/** Peoples, languages and faiths: neither people nor places. */
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

/** Capitalised words that name nothing in a life. */
export const NO_NAMES = set(
  'i ok okay tv vcr dvd cd id pm am ad bc dna aids hiv it pr ceo phd ph.d ba b.a bs b.s ma m.a mba b a c d e f gs gpa sos fyi atm rv suv mri ct er or uh um hmm oh ah yeah yes no well so and but the mom dad mum mama papa grandma grandpa ma pa mommy daddy granny nana',
);

export const PLACE_NOUNS =
  set(`street avenue road lane boulevard drive island islands river lake creek mountain mountains mount hill
  hills county city town township village valley beach bay airport park square harbor harbour station coast peninsula
  desert grove groves gardens court manor terrace heath green common commons desert ocean sea gulf canyon falls heights cape fort point port springs bridge plaza province state states district
  republic kingdom ranch farm house hotel hall tower wood woods forest highway turnpike virginia carolina dakota hampshire
  jersey york mexico haven bedford orleans angeles francisco diego antonio america africa asia europe borneo malaysia`);

export const ORGANISATION_NOUNS =
  set(`college university school academy institute chapel hospital clinic church temple synagogue mosque
  company corporation corps army navy force marines guard association society club union league bank factory mill mills
  works center centre archives archive library administration agency bureau branch department office committee council
  commission foundation museum theatre theater orchestra band press post times journal magazine news radio network store
  restaurant bar bakery cafe diner market brothers sons co inc ltd unit division regiment battalion squad team program
  project embassy ministry court congress senate house parliament volunteers services service exchange telephone airlines
  railroad railway conference fund trust group party scouts records legion laboratory`);

export const THING_NOUNS = set(
  'war act heart medal star prize award bill treaty revolution depression hurricane program project series form file test exam system decimal day week month bible book story song',
);

/** Towns and countries that are also names of people. */
export const TOWNS_AND_NAMES = set(
  'florence charlotte austin sydney georgia virginia carolina chelsea paris madison jackson houston dallas jordan israel chad kenya adelaide victoria alexandria sofia valencia verona vienna milan troy lincoln denver orlando savannah phoenix brooklyn regina helena augusta alberta eugene santiago geneva lourdes fatima lima odessa siena dakota cheyenne india china asia selma elizabeth charleston cleveland columbus wellington nelson hamilton darwin perth raleigh bethany salem montana nevada arizona dominica trinidad guadalupe loreto mercedes kingston lincoln washington jersey beverly camden aurora lorraine alice cairo bristol chester preston stirling lancaster carlisle durham devon cornwall kent ross shannon tralee clare kerry tyrone erin iona skye lewis harris holland ireland london rome roma mobile macon laredo alma hazel pearl marion anderson lawrence wayne paterson newton clifton milton melville rockford ada enid norman tulsa',
);

/** Abbreviations of two to six letters that are places. */
export const PLACE_LETTERS = set('us usa uk u.s u.s.a d.c dc la nyc kl l.a u.k n.y ussr uae');

/** Capitalised words that are half a name ("the Center", "the University") or a point of the compass. */
export const GENERIC_NAMES =
  set(`north south east west northern southern eastern western center centre office offices department
  departments university college school church company corporation association society club union agency bureau branch
  committee council commission foundation museum street avenue road lane county city town state states republic province
  district island river lake mountain mountains archives library records record service services unit division team
  program project form file war embassy government president secretary second first third children arts mall friends
  interior group group's rivers home house street's save volunteer volunteers aeroplane internet covid professional`);
