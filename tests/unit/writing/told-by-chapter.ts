/** Invented answers, each clearly of one chapter whatever the question was. */
export const TOLD: Record<string, string[]> = {
  origins: [
    'My grandfather came over from Galway in 1911 with a cardboard suitcase and a tin whistle. He worked on the railway and sent every second dollar home. He never saw his mother again.',
    'My parents met at a dance in Thessaloniki. He stepped on her hem and tore it, and she made him pay for the thread. They were married within the month.',
    'The family name was Wojciechowski until the man at the desk got tired of writing. My great-grandmother kept the long one sewn into the lining of her coat.',
    'My mother was born on a farm outside Ponce, the ninth of eleven. Her father grew coffee and she carried it to the road on her head. She could not read until she was thirty.',
    'My father’s people were homesteaders in Nebraska. They lived in a sod house, and his mother hung sheets under the ceiling to catch the snakes.',
  ],
  'childhood-home': [
    'We lived in three rooms over the hardware store, and I slept in a drawer until I was two. The stairs smelled of kerosene. You could hear the cash register through the floor.',
    'The kitchen had a coal stove, and in winter my mother dried our mittens on the oven door. We had an icebox on the porch, and my chores were the ashes and the drip pan.',
    'When I was little the yard was the whole world. There was a plum tree and a well with a lid, and my grandmother kept her hens under the back steps.',
    'I grew up on Orchard Street, in a tenement with one bathroom for four families. On washday the lines went from window to window and our shirts met the neighbors’ shirts.',
    'As a child I was sent to the cellar for potatoes, and I sang all the way down and all the way up. My brother and I shared a bed in the attic under the slope of the roof.',
  ],
  school: [
    'My teacher in third grade was Miss Abernathy, and she kept a ruler and a jar of peppermints. You never knew which one you would get. She taught us long division with apples.',
    'It was a one-room school with a stove in the middle. The big boys carried the wood, and if your homework was wrong you sat by the door where it was cold.',
    'I won the spelling bee with the word rhododendron. The principal shook my hand in front of the whole school and called me by my sister’s name.',
    'The nuns did not allow left hands. Every morning at school I hid my pencil in the right one until Sister Agnes turned to the blackboard.',
    'I was the first of us to go to college. I had a scholarship and one good sweater, and I washed it every night in the sink so the girls in my class would not know.',
  ],
  'friends-and-play': [
    'My best friend was Ruthie Katz, and we had a code with the window shades. Up meant come out, down meant her aunt was there. We never once got it wrong.',
    'We played stickball in the alley until the lamps came on. The sewer lid was home, and if you hit it over the fence you had to ask Mr. Okafor for the ball.',
    'All of us kids used to play marbles behind the laundry. I had a blue one that I would not have traded for a pony, and I lost it down a drain.',
    'There was a swimming hole below the trestle, and when a freight went over we all went under. The trick was to stay down until the caboose.',
    'Our gang had a tree house with a rule that nobody could speak above a whisper. My friend Lenny broke it every time, because he laughed like a donkey.',
  ],
  'first-work': [
    'My first job was at the cannery, packing sardines for forty cents an hour. I was sixteen and I smelled of it on Sundays. The foreman called every girl Mary.',
    'They hired me on a Friday because I could lift the sack. My first paycheck was eleven dollars, and I put it on the table, and my mother gave me one back.',
    'I had a paper route before it was light. Sixty-two houses and nine dogs, and at Christmas the lady with the worst dog gave me a silver dollar.',
    'I was apprenticed to a cobbler when I was fifteen. For the first half year he let me do nothing but straighten nails. He said that a crooked nail never forgets.',
    'On my first day at the mill I lost the tip of this finger. The boss wrapped it in his own handkerchief and asked if I could finish the shift, and I did.',
  ],
  love: [
    'I met my husband at a bus stop in the rain. He held the umbrella over my groceries and got soaked himself. A month later he proposed to me at the same stop.',
    'We were married at the town hall on a Tuesday, because Tuesday was his day off. My sister was the witness and she cried louder than the organ next door.',
    'He asked me to dance and then he could not dance. He stood there and counted out loud, and I fell in love with him somewhere around seven.',
    'She wrote me love letters in green ink all through my service. I kept them in my boot, and when I came home they had my foot printed on them.',
    'On our honeymoon the car gave out in front of a chicken farm. We stayed four days with the farmer, and our wedding picture has hens in it.',
  ],
  'family-made': [
    'Our first son was born in a taxi on the bridge. The driver turned off the meter and took off his hat. We named the boy after him, which was Clarence.',
    'I was pregnant with the twins and nobody knew there were two. The midwife said wait a minute, and then she sat down.',
    'I raised three boys on a nurse’s pay. They had one good coat among them, and they worked out between themselves who would have it when.',
    'Our daughter was adopted when she was four. She came with a paper bag and a doll without arms, and for a year the doll had her own chair at the table.',
    'My youngest would not sleep unless the vacuum was running. So I did the rugs at two in the morning, with the baby on my hip.',
  ],
  'lifes-work': [
    'I drove a city bus for thirty years, the same route. I knew who was late and who had been fired. When I retired they stood at the stops and waved.',
    'I taught chemistry to girls who had been told that they would not need it. My pupils blew out the window twice. One of them has a laboratory now.',
    'I worked nights in the emergency room as an orderly. You learn who is frightened by their feet. My colleagues used to send for me when somebody would not lie down.',
    'We opened our own bakery in 1972 with a loan and one oven. My customers came in by the back because the front door stuck, and it still does.',
    'For nineteen years I was a foreman at the plant. I never raised my voice. I found out that if you whisper over a machine, everybody comes to hear.',
  ],
  'places-and-moves': [
    'We moved to Winnipeg in January with four suitcases and no idea. When we got out at the station my eyelashes froze together, and I thought I had gone blind.',
    'I drove across the country in a station wagon with a map that was missing Ohio. Whatever is in Ohio, I have never seen it.',
    'The first time I saw the ocean I was twenty-six. I took off my shoes and walked in with my suitcase in my hand, and a policeman walked in after me.',
    'We flew to Lagos on a plane that smelled of oranges. They stamped my passport upside down, and for years every border had a laugh at it.',
    'I went back to the old street in 1990. Our building was a car park, and I stood about where the bed had been, on a yellow line.',
  ],
  'hard-times': [
    'The flood took the barn first. We sat on the roof with the pig and the sewing machine, and the water was brown and it made no sound at all.',
    'My brother died of polio in the summer, and they burned his toys in the yard. My mother kept one sock. She had it in her apron when she was eighty.',
    'When the plant closed they laid off four hundred men in a morning. We were hungry that winter, and I told the girls that I liked the neck of the chicken best.',
    'The tornado went down one side of the road and left the other. We lost the house and found the bathtub in a bean field, with the soap still in it.',
    'I had cancer the year I was fifty. I counted the tiles in that hospital ceiling, and there were two hundred and twelve, and one was put in crooked.',
  ],
  'beliefs-and-values': [
    'I believe that you pay for what you break, whoever saw it. My church says it with more words. I have driven back forty miles over a dollar that was not mine.',
    'I prayed every night with my hands under the blanket so that nobody would see. My faith was never a loud one. It is there like a stove in the next room.',
    'We marched for civil rights in our Sunday shoes. Somebody threw an egg, and the minister wiped it off and said a hymn would get it out.',
    'They told me to say that the scale was right, and I would not. It was not honest. I stood up for the weighman and it cost me the summer.',
    'On the sabbath nobody lit a match. My aunt said that prayers rise better in the cold, and we sat at the synagogue in our coats and watched them go up.',
  ],
  'wisdom-and-wishes': [
    'I would tell them not to save the good plates. We saved ours for forty years, and then a shelf came down on a Wednesday.',
    'What I have learned is that nobody is thinking about you. They are all at home wondering what you thought of them. It is a great relief.',
    'I wish I had asked my mother more. I hope my grandchildren will ask while there is somebody to answer, and if not, I hope that they will listen to this.',
    'My advice is to keep one friend who is older and one who is younger. Looking back, it was always one of those two who opened the door.',
    'I have few regrets, and they are all about things I did not say. Don’t wait for the right moment. It comes in its everyday clothes and you don’t know it.',
  ],
};

/** Answers that fit into any chapter: they belong to the chapter of their question. */
export const PLAIN_TALK = [
  'He had a green hat that he never took off, not even for the photograph. People asked him about it and he would look up as if he had forgotten.',
  'It was about as long as my arm and twice as heavy. I carried it up and I carried it down again, and on the way I thought of nothing.',
  'She laughed at everything that evening. I can see her now with the glass in her hand, and the lamp behind her, and the moths going round.',
];
