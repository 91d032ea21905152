import type { Saying } from './phones/call.ts';

/**
 * One conversation of the demo: when it was held, in the browser or how else, whether its sound is kept, and what Alma said
 * in it. The interviewer asks as it does today.
 */
export type Talk = {
  daysAgo: number;
  hour: number;
  by?: 'PHONE' | 'TEXT';
  isRecorded: boolean;
  said: string[];
  /** A picture that she sends by text before the last of her words. */
  picture?: string;
};

/** An invented woman's stories. Any likeness to somebody real is chance. */
export const talks: Talk[] = [
  {
    daysAgo: 44,
    hour: 14,
    isRecorded: false,
    said: [
      `My mother and father came from Madeira, both of them, but they never met there. My mother came in 1929 on a boat called the Providence, with a trunk and a cousin. She said the trunk was better company. My father came two years later, and he had forty dollars and a letter for a man on Rivet Street who had moved away by then.`,
      `They met at the feast of Saint John in New Bedford, in the summer of 1935. He was carrying a crate of oranges and he put it down on her foot. My mother limped for a week and she told everybody it was worth it. They were married the next spring at Mount Carmel church, and the oranges were in the story every time it was told.`,
      `My mother worked at the rope works all through the war. You could always find her coat on the hook. It was the one with the gold on it. That was the rope dust, from the manila, and it got into the wool and you could not brush it out. When she came home the kitchen smelled like a ship, and my sister Lourdes would put her face in the coat.`,
      `No, she never complained of it. She used to say that half the boats in the harbor were tied up with something she had made, and that no boat of hers had ever gone adrift.`,
      `My grandmother stayed behind in Madeira, in Machico. I only ever knew her handwriting. She wrote every month, and my father read the letters out at the table on Sunday after the soup, and when he came to a sad part he would cough and skip it, and my mother would get the letter afterwards and read what he had skipped.`,
    ],
  },
  {
    daysAgo: 37,
    hour: 14,
    isRecorded: false,
    said: [
      `We lived on the second floor on Rivet Street, over the Mendes bakery, from when I was born in March of 1941 until I was married. Four rooms. You never needed a clock, because at four in the morning the ovens went on and the floor got warm under your feet. In the winter my brother Tony slept on the kitchen floor on purpose.`,
      `The bathroom was in the hall and we shared it with Mrs. Mendes, who sang. She had one song. It was about a girl who throws a comb into the sea, and to this day, if somebody drops a comb, I have the whole of it in my head, all nine verses.`,
      `On Saturdays my mother gave me a nickel and a bowl with a cloth over it, and I went down to get the sweet bread that had come out crooked. Mr. Mendes sold those for half. He would hold one up and look at it and say, this one is too ugly for the church ladies, it will have to be eaten by a Teixeira. I was quite big before I understood that he made them crooked on purpose.`,
      `There were eleven children on the stairs of that house, and in the summer of 1949 we had a telephone made of two tomato cans and a string from our window to the Silvas across the street. It did not work at all. But Lourdes would stand at one end and shout so loud that you could hear her without it, and she was convinced it was the can.`,
      `School was Saint Kilian's. Sister Benedicta had a bell on her desk and if you spoke Portuguese in her room she rang it. I rang it myself once, when she said a word wrong, and I stood in the corridor until the end of the day. My father laughed so hard when he heard that he had to sit down on the stairs.`,
    ],
  },
  {
    daysAgo: 30,
    hour: 14,
    isRecorded: true,
    said: [
      `Hurricane Carol came on the last day of August in 1954. School was going to start. I was thirteen, and I had a new dress hanging on the door, and I remember thinking, not the dress. The sky was the color of the inside of a shell, and there was not one gull anywhere.`,
      `My mother was in the house, and Lourdes, and Tony, who was eleven and thought it was the best day of his life. My father was tying down the boat. He came in with the water. I mean he came in, and the water came in behind him, as if he had held the door for it.`,
      `My father put the mattresses on the kitchen table, and the water was coming up Rivet Street like it had somewhere to be. We sat on the mattresses, all five of us, and we ate the peaches my mother had put up the week before, straight out of the jars, because she said that if the sea wanted them it would have to ask.`,
      `The bakery downstairs was under water up to the ovens. In the morning Mr. Mendes opened the door and the flour had turned to paste on everything, on the walls, on the scales, on the picture of his mother. He stood there, and then he said, well, we have been wanting to paint.`,
      `The dress? It hung on that door the whole time and it never got a drop. I wore it on the first day of school, which was the third week of September that year because of the storm, and I was the only girl in the room whose shoes did not squeak.`,
      `My father's boat was called the Lourdes, after my sister, and he found her two streets up from the harbor, leaning on a lamppost like a man waiting for a bus. He was so happy that he kissed the lamppost.`,
    ],
  },
  {
    daysAgo: 23,
    hour: 10,
    isRecorded: true,
    said: [
      `In September of 1958, when I was seventeen, I walked to the telephone exchange in my mother's good shoes. They pinched. I walked the whole way because I didn't trust the bus. Mrs. Hathaway was the supervisor, and she sat me on the high stool and put the headset on me herself, like she was crowning somebody.`,
      `The noise. Well, you would think it would be noise, but it was more like rain. Forty girls all saying the same thing, quietly. Number, please. Number, please. And the lights coming on and going out all along the board like a town at supper time.`,
      `And then the first light came on, and I forgot every word. I had said it to the bathroom mirror for a week. I opened my mouth and I said, “Good morning, this is Alma.” And he said, “Good morning, Alma, this is Mr. Sylvia. I'd like the fish market.” The girls on both sides laughed so hard that Mrs. Hathaway had to walk up and down. They called me This-is-Alma until I was married.`,
      `You weren't supposed to listen. But you could tell by the breath. Before they said a word, you could tell whether it was good news or bad. I put through a man to the hospital one night and I held the plug a second longer than I should have, because of how he breathed.`,
      `There was one thing about the ring that I never told anybody at the exchange, and I would like you to keep that between us. I knew the voice of the man who called Bea's house every Thursday, and I never told her husband when he asked me.`,
      `Bea Fontaine was on my left from 1958 until she went to California. She could work two cords with one hand and knit with the other. When she was married in May of 1960 the whole night shift came to the church with their headsets round their necks, and the priest asked if anybody would speak now, and forty girls said, number, please.`,
    ],
  },
  {
    daysAgo: 16,
    hour: 14,
    by: 'PHONE',
    isRecorded: true,
    said: [
      `Des was a wrong number. It was in November of 1961, and I was on nights. He kept asking for the Coast Guard station, and he was calling from the Coast Guard station. Four nights running. On the fourth night I said, sir, you are standing in it. And he said, yes, but I did not know how else to get you on the line.`,
      `His name was Desmond Rourke, and he came from Fall River, and he had ears. I will say no more about the ears. He came to the front door of the exchange on his leave with a paper bag of quahogs, because somebody had told him that Portuguese girls like flowers, and he said he thought that everybody must bring flowers.`,
      `We were married on the fifteenth of June in 1963 at Mount Carmel. It rained so hard that Tony carried me from the car to the door over his shoulder like a sack of flour. My mother had sewn the dress out of the good curtains, and Lourdes had sewn a little piece of rope from the rope works into the hem, so that I would not go adrift.`,
      `My father gave a speech in two languages. In English he said that Desmond was a fine man. In Portuguese he said that he had hoped for somebody with smaller ears, but that God had been in a generous mood. Des stood up and thanked him, and then he thanked him again in Portuguese. He had been taking lessons from Mrs. Mendes since Christmas.`,
      `The dials came in 1966. They had a party with a cake in the shape of a telephone, and then they turned off the board, row by row, and it got so quiet that I could hear the clock. I had not known there was a clock. Bea had sent a telegram from Oakland, California, and it said, who will they talk to now.`,
    ],
  },
  {
    daysAgo: 9,
    hour: 14,
    isRecorded: false,
    said: [
      `Teresa was born in the blizzard of February 1969. The ambulance could not get up the hill, so Des carried me down on a door. It was our own door. He took it off the hinges. We had no front door for two days in a blizzard, and when we came home with the baby, Mrs. Mendes had hung a quilt in the hole and she was sitting behind it with a broom.`,
      `Then Paul came in 1971, and Joan in 1974. Three children and one bathroom. Des made a rule with an egg timer, three minutes each, and Paul found out that if you put the timer in the flour it never rang.`,
      `On Sundays I make the sweet bread, the masa sovada, the way Mr. Mendes told my mother, and he never told anybody else. Six eggs, and the peel of a lemon, and you let it rise under your coat. It has to be a coat that somebody has worn. I do not know why. I have tried it with a blanket and it comes out proud and dry.`,
      `Marisol makes it now, my granddaughter. She came every Saturday when she was nine, in 2011, and stood on the step stool, and the first one she made came out so crooked that I cried, and she thought I was sad. I told her about Mr. Mendes and the church ladies, and she has never made a straight one since.`,
      `Des died in October of 2009. I do not want to talk about the hospital. I will tell you that on the last good day he asked the nurse for the telephone, and he rang the house, and I picked it up in the kitchen, and he said, I would like the Coast Guard station, please.`,
    ],
  },
  {
    daysAgo: 5,
    hour: 9,
    by: 'TEXT',
    isRecorded: false,
    said: [
      `Des took me to Cuttyhunk for our first anniversary, in June of 1964. The engine of the ferry quit halfway.`,
      `We drifted for two hours. He knew four songs, and he sang all of them to me and to a priest and to a crate of hens. By the second hour the priest was singing too.`,
      `That is our house on Rivet Street, where I grew up. Tony drew it. The window with the geraniums was ours, and the one that is always open was where Mrs. Mendes sang.`,
    ],
    picture: 'rivet.webp',
  },
  {
    daysAgo: 2,
    hour: 11,
    by: 'PHONE',
    isRecorded: true,
    said: [
      `I was thinking about the telephone exchange again, about my first day in September of 1958. What I left out is that Mrs. Hathaway gave me a lemon drop afterwards. She said, you have the voice for it, you only need the words. I kept the paper of that lemon drop in my missal until 1980.`,
      `What I would tell them is that you can hear a person decide to be kind. There is a little stop before it. On the board I heard it every night, somebody would be angry and then there would be that stop. I think that most of what I know I know from that stop.`,
      `I took Owen to see the old building on Spring Street in 2019. They sell sandwiches there. He asked the boy at the counter if we might look at the floor, and there were the marks still, forty little half-moons where the stools had stood. Owen stood on mine.`,
    ],
  },
];

/** A call to Evertold from Alma's phone, on which nobody says the code word. */
export const callingUs: Talk = {
  daysAgo: 4,
  hour: 17,
  isRecorded: false,
  said: [
    `I only wanted to say that the song about the comb had ten verses, and not nine. Mrs. Mendes's niece sang me the last one at the market on Tuesday. The girl marries the fisherman who finds the comb.`,
  ],
};

/** A call on which Alma asks for her rights. */
export const askingOnThePhone: Talk = {
  daysAgo: 1,
  hour: 15,
  by: 'PHONE',
  isRecorded: false,
  said: [
    `What do you have from me?`,
    `Read me number 2, please.`,
    `What is the word?`,
    `What have I agreed to?`,
    `Thank you. That is all for today. Goodbye.`,
  ],
};

/** What Alma says in the conversation that is on while one looks around. */
export const sayingNow = [
  `We had the radio on in the kitchen the day Kennedy was shot, and I was ironing, and I set the iron down on Des's good shirt and forgot it. You can still see it. I kept that shirt.`,
  `Des came home at noon with his coat still buttoned. He turned the sound off and left the picture on, and we sat on the floor in front of it like two children, and neither of us said a word until it was dark.`,
];

/** What she says on each further call. */
export const sayingLater = [
  `I am well, thank you. I was peeling an orange by the window, and I thought of the road to my grandmother's house.`,
  `Thank you. That is all for today. Goodbye.`,
];

/** What she goes on with, if that conversation is a call. */
export const sayingNext: Saying[] = [
  {
    to: /Madeira/,
    words: `My father spoke of Madeira only when he peeled an orange. He took the skin off in one piece, and he held it up and he said, this is the road to my mother's house. He never went back. When he died in 1981 we found the steamship ticket, and he had paid for the way home as well.`,
  },
  `On the Monday they closed the schools for the funeral, and the whole of Rivet Street was in our kitchen, because we had the good set. Mrs. Mendes brought a chair. She was eighty by then and she stood up when they played the drums, and so we all stood up.`,
  `My father learned to drive in 1952, at the age of forty-four, in a bread van. Mr. Mendes taught him before it was light. He drove that van into the same fire hydrant twice, and the second time a fireman had painted a little face on it that looked surprised.`,
  {
    to: /drive/,
    words: `I learned in 1964, from Des, in the parking lot of the rope works. He sat beside me with his cap on his knees and he never said a word. When I stopped he got out and walked around the car once, and he said, well, it is the same car.`,
  },
  `My brother Tony went to sea in 1960. He was seventeen. He sent my mother a postcard from every harbor with one sentence on it, and the sentence was always the same. It was, the food is bad and I am well. She kept them in a biscuit tin, and there are sixty-one of them.`,
  `Lourdes sang at the Portuguese feast in the summer of 1957. She had a red dress that was borrowed, and in the middle of the second verse the lights went out in the whole park. She went on singing in the dark, and nobody moved until she was done.`,
  `In the winter of 1978 we had the big blizzard, and the cars stood on the highway for a week. Des walked to the store with Paul's sled. He came back with one lemon and eleven cans of tomatoes, because that was what there was, and we ate tomato soup until Saint Joseph's day.`,
  `Joan was the one who took things apart. When she was six, in 1980, she took the telephone apart on the kitchen table and put it back together, and afterwards it rang a different note. I liked the new one better. I never told her that it was not supposed to do that.`,
  `The exchange gave me a dinner when I left, in 1968. There were forty girls and one man, and the man made the speech. Then Bea rang up from California, and they had put her through to a loudspeaker, and she said, number, please. I could not answer for a good while.`,
];
