/** Unrelated stories, each with words that no other has. */
export const stories = [
  {
    mark: 'birch wood',
    text: 'We had a bakery on Mill Street when I was small. My father Tomas got up at three every morning and lit the big oven with birch wood. In 1946 he let me carry the warm rolls to the neighbours before school, and Mrs. Olsen always gave me a penny for it.',
  },
  {
    mark: 'stepped on my foot',
    text: 'I met Frank at a dance in Duluth in the summer of 1955. He stepped on my foot twice and then he asked me whether I would let him try a third time. We got married in the little church on the hill, and my sister Clara played the organ although two of the pipes were stuck.',
  },
  {
    mark: 'frozen lake',
    text: 'When I was nine my brother Henry and I walked across the frozen lake to school. One morning in 1944 the ice cracked behind us and Henry lost his left boot in the water. Our teacher Miss Larsen dried his sock on the stove and gave him her own scarf to wrap around his foot.',
  },
  {
    mark: 'typewriter',
    text: 'My first work was at the shipping office of Mr. Nelson in Superior. I was eighteen and I had told him that I could use a typewriter, which was not true. In the evenings of 1953 I practised on the kitchen table with keys that I had drawn on cardboard.',
  },
  {
    mark: 'yellow bicycle',
    text: 'For my tenth birthday my grandmother Inga gave me a yellow bicycle that she had won at the harvest fair. I rode it down the hill behind the post office and straight into the pond of the Petersons. Mr. Peterson pulled me out with a rake and laughed until he had to sit down.',
  },
] as const;
