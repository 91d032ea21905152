import type { AskingSpeech } from '../speech.ts';

export const englishAsking: Omit<AskingSpeech, 'returnForms'> = {
  links: ['You mentioned {x}.', 'You spoke of {x}.', 'You told me about {x}.'],
  back: ['Let me go back a little.', 'Here is something else.'],
  because: (reason) => `I ask because ${reason}.`,
  fill: (form, topic) => form.replace('{x}', topic),
  goBack: 'I’d like to go back a little.',
  turns: {
    origins: ['Let’s go back to where you come from.', 'Let’s go back to the people before you.'],
    'childhood-home': ['Let’s step into your childhood home.', 'Let’s talk about home, when you were small.'],
    school: ['Let’s turn to your school days.', 'School comes to mind here.'],
    'friends-and-play': [
      'Let’s turn to friends and play.',
      'Let’s talk about play and friends in those days.',
    ],
    'first-work': ['Let’s turn to your first working years.', 'Let’s talk about how you started out.'],
    love: ['Let’s turn to love, if you like.', 'Let’s talk about the people you gave your heart to.'],
    'family-made': ['Let’s turn to the family around you.', 'Let’s talk about your own household.'],
    'lifes-work': ['Let’s turn to the work you did.', 'Let’s talk about your working life.'],
    'places-and-moves': ['Let’s turn to the places you knew.', 'Let’s talk about the places of your life.'],
    'hard-times': ['Life has its uphill parts too.', 'If you like, let’s look at the harder years.'],
    'beliefs-and-values': ['Let’s turn to what you believe in.', 'Let’s talk about what has guided you.'],
    'wisdom-and-wishes': ['Let’s come to the present.', 'Let’s turn to life as it is now.'],
  },
};
