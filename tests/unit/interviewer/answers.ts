/**
 * Invented answers, each after the key of its question, with the exact next turn below it. The table is
 * meant to be read in full.
 */
const TABLE = `
kitchen-first: My grandmother stood at the stove from five in the morning. She let me sit on the flour sack, and I watched her roll the noodles. She never used a recipe.
  >> Tell me more about your grandmother.
kitchen-first: There was a black iron stove, and my brother Karl had to carry the coal up four flights. He sang so that we could hear how far he had come.
  >> What did Karl sing?
house-grew-up: We lived in two rooms behind the shop. My father slept on the counter in summer. Nobody minded.
  >> What was it like to live there?
house-grew-up: It was a yellow house with a porch all around. In winter the wind came through the walls and my mother hung quilts over the windows.
  >> What was your mother like?
house-grew-up: Oh, it was small.
  >> Who lived in it with you?
way-to-school: We walked three miles along the river, all six of us, and my sister Ruth carried my shoes so that they would stay clean.
  >> What was Ruth like in those days?
way-to-school: The bus came at seven. Mr. Pruitt drove it, and he knew every child by name. If you were late he would honk twice and wait.
  >> What sort of person was Mr. Pruitt?
first-day-school: I cried the whole morning. Then Miss Adler gave me a piece of chalk and said I could draw on the wall behind the map.
  >> How did you feel when she said that?
first-day-work: I started at the cannery when I was fifteen. We stood in cold water all day, and the forewoman counted our trips to the toilet.
  >> Tell me about one of those days.
first-day-work: I put on my uncle's good suit and walked to the bank. The manager looked at my shoes and said, son, the job is yours if you polish those.
  >> What did you think when you heard that?
how-you-met: We met at a dance in the fire hall. He stepped on my foot twice, and then he asked whether I would like to sit down with him instead.
  >> How did you take that?
how-you-met: She was selling tickets at the cinema, and I went to see the same film five nights running.
  >> What happened next?
wedding-day: We were married in March and it snowed. My father drove us to the church on the tractor, and my veil froze to the seat.
  >> Who was there that day?
wedding-day: There was no money, so my aunt baked the cake and my mother cut the dress out of a parachute. I still have it.
  >> What does it mean to you?
day-child-born: Our first boy came during the harvest. My husband was in the field, and the neighbor ran out with a white towel to call him in.
  >> What was your husband like in those days?
dish-they-ask-for: I make the plum dumplings every September. You roll them in butter and breadcrumbs, and nobody leaves the table until the pot is empty.
  >> What does that mean to you?
dish-they-ask-for: They always want my potato soup. I bake the bread for it myself, with caraway, the way my mother-in-law did.
  >> How did you learn to make that?
storm-or-flood: The river came up in the night. We carried the pigs to the attic one by one, and my mother counted the children on the stairs.
  >> What did you find when it was over?
storm-or-flood: The hurricane tore the roof off the barn. We sat under the stairs and sang until it was over.
  >> What did you find when it was over?
toy-you-had: I had a doll made of a sock. My sister cut off its hair and I did not speak to her for a week.
  >> How did you feel about that?
toy-you-had: My uncle carved me a wooden horse. I kept it under my pillow, and I still have it on the shelf.
  >> What made you keep that?
band-of-children: There were nine of us on that street. We had a boat made from a barn door and it sank every time.
  >> What was that like for you?
in-trouble: I put a frog in the organ and the priest caught me. I had to polish the candlesticks until Easter.
  >> What was that like for you?
in-trouble: The teacher sent me home with a note. I could not read yet, so I gave it to my grandfather, and he laughed until he had to sit down.
  >> What made your grandfather laugh?
first-wage: I picked cotton for a penny a pound. At the end of the first week I had two dollars and a sunburn.
  >> Two dollars and a sunburn. What was that like for you?
first-wage: I delivered papers. I bought my mother a lamp with the money, and she never let anybody else light it.
  >> What did your mother say?
mother-before-you: My mother came over from Cork in 1921 with a suitcase and a letter. She never told us who had written it.
  >> She never told you who had written it. Why do you think that was?
family-names-back: My grandfather came from a village near Lublin. He had been a tailor there, my father said, and he could sew a coat without a pattern.
  >> What else have you been told about that time?
grandmothers-kitchen: My grandmother kept bees. I never met her, but everybody says I have her hands.
  >> What were the bees like?
radio-evening: Every Sunday we would sit around the radio, and my father would hold up his hand so that nobody spoke.
  >> What was your father like?
summer-evening: The whole street sat on the stairs. Somebody always had a guitar, and the girls from the laundry would dance in their aprons.
  >> What music did the girls dance to?
garden-yard: We kept a cow. Her name was Duchess, and she walked home by herself at four every afternoon.
  >> Tell me more about Duchess.
hiding-place: I went up to the attic. It smelled of apples and I could see the whole harbor from the little window.
  >> How did you feel there?
chores-yours: I had to fetch the water. Two buckets, twice a day, and in winter I broke the ice with my heel.
  >> What was it like to break the ice with your heel?
work-of-life: I was a nurse for thirty-one years. I worked nights, mostly, because then you could sit with people.
  >> What did a working day look like, from morning on?
work-of-life: I drove a truck. My wife used to ride along in summer, and we would cook eggs on the engine.
  >> Who taught you to cook eggs on the engine?
last-day-work: They closed the mill on a Friday. We stood at the gate and nobody knew where to put his hands.
  >> Nobody knew where to put his hands. How did you feel?
work-wrong-done: I told the boss the brake was broken. He said nobody had asked me. I walked out.
  >> What happened next?
leaving-hometown: I left on the night train with a box of sandwiches. My father stood on the platform and did not wave.
  >> Tell me more about your father.
leaving-hometown: We moved to Cleveland when I was twelve. I did not know a soul, and I had the wrong coat.
  >> What did you leave behind?
farthest-from-home: I sailed to Valparaíso on a freighter. We were on the water for forty days, and I learned to splice rope.
  >> How did you learn to splice rope?
advice-good-life: I would tell them that people should eat together. You can forgive almost anything over soup.
  >> Tell me about a time when you saw that.
advice-good-life: I believe in getting up early. My father taught me that without saying a word.
  >> What else did your father teach you?
right-and-wrong: My mother once walked four miles to give back a nickel. She took me along so that I would see it.
  >> What was that like for you?
faith-growing-up: We went to church every Sunday, and my grandmother put peppermints in our gloves.
  >> What was it like for you when your grandmother put peppermints in your gloves?
letters-love: He wrote to me every week from the ship. I kept the letters in a cookie tin.
  >> What did that mean to you?
others-children: My niece lived with us for two years. She called me Captain and I called her Mate.
  >> How would you describe Mate?
becoming-grandparent: My daughter rang at six in the morning. I was so happy that I burned the toast.
  >> Who did you tell first?
saying-in-family: My father always said that a borrowed horse has strong legs. I did not understand it until I lent out my car.
  >> What was that like for you?
losing-partner: My husband was sick for a year. I do not want to talk about the hospital.
  >> Of course. We’ll leave that alone. Shall we take a break, talk about something else, or stop for today?
losing-partner: He died on a Tuesday. The funeral was small, and it rained.
  >> That can’t have been easy. What was that time like for you?
fear-in-house: We were frightened of the cellar. My cousin told us that a man lived behind the potatoes.
  >> What did you say to that?
neighbour-portrait: Mrs. Okafor lived next door. She lent my mother an egg every Friday and never took one back.
  >> What was Mrs. Okafor like?
neighbour-portrait: Old Mr. Lindqvist fixed clocks. He let me wind the big one, and I thought that I was making the time go.
  >> Tell me more about Mr. Lindqvist.
car-first: Our first car was a green Ford. It had no heater, so we drove with a hot brick wrapped in a towel.
  >> What was it like to drive with a hot brick wrapped in a towel?
moving-day: Everything we had went into one wagon. My mother carried the clock in her lap the whole way.
  >> What was your mother like?
teacher-who-saw: Sister Agnes told me that I had a good ear. She gave me the key to the music room.
  >> What became of Sister Agnes?
friend-for-life: My friend Walt lived over the bakery. He could whistle with four fingers, and I never learned it.
  >> How did your friend Walt learn to whistle with four fingers?
wartime-home: My brother joined the navy. I got his bicycle and his paper route, and I was proud.
  >> What was that like for you?
turning-point: I signed up for the night course and told nobody. I wanted to read what my boss read.
  >> What gave you that idea?
last-good-laugh: My granddaughter taught me to use the telephone with the pictures. I took forty photographs of my thumb.
  >> What was it like to take forty photographs of your thumb?
holiday-table: My aunt Sofia brought a goose from the farm. It got loose in the kitchen and we ate potatoes that year.
  >> Tell me more about your aunt Sofia.
sibling-mischief: My brother and I painted the cow. My father made us milk her like that in front of the whole village.
  >> Tell me more about your father.
prize-or-praise: I won the spelling prize with the word rhythm. My mother framed the ribbon and hung it over the stove.
  >> What was your mother like?
first-day-school: Miss Trevithick made me write with my right hand, and I am left handed, you see. She tied the other one down with a ribbon.
  >> What sort of person was Miss Trevithick?
first-day-work: I was the only girl in the drawing office, fourteen men and me and one stove. They used to hide my pencils.
  >> What did you do about it?
house-rule: The fair came in October. Swing boats, coconut shies, a man who guessed your weight, hot chestnuts.
  >> Who was there with you?
kitchen-first: My father ran the ferry over the river for thirty years, two chains on the bed of it and a donkey engine that hauled us.
  >> What were you allowed to help with?
prize-or-praise: I never did learn to swim. Is that not daft, for a girl who was born on a rock in the sea.
  >> What stood in the way of that?
house-rule: Be kind, and keep your tools clean. That is all I know. And never leave a sermon on a wall.
  >> What taught you that?
chores-yours: Walked up to the cemetery with Nonna and washed the stones.
  >> What did you and your nonna talk about?
first-wage: I bought my mother a blue coat with a real collar.
  >> What did your mother say?
faith-growing-up: It rained so hard that the priest came by tractor.
  >> What did people say when the priest came by tractor?
leaving-hometown: I ran away at sixteen and slept in the railway station in Lahore for nine nights.
  >> What made you run away?
neighbour-portrait: The Kowalskis. They had a television before anybody.
  >> How did the Kowalskis treat you?
mother-before-you: She whistled when she was angry. Never shouted, just whistled.
  >> What did she whistle?
`;

export const ANSWERS = TABLE.trim()
  .split(/\n(?! )/)
  .map((entry) => {
    const [, questionKey = '', said = '', turn = ''] = entry.match(/^([a-z-]+): (.*)\n {2}>> (.*)$/) ?? [];
    return { questionKey, said, turn };
  });
