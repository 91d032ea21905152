import { describe, expect, test } from 'vitest';
import type { CalledPerson } from '#api/calls/relay/not-here/called-person.ts';
import { readAbsence, saysNotHere } from '#api/calls/relay/not-here/says-not-here.ts';
import { readSomebodyElse } from '#api/calls/relay/not-here/somebody-else.ts';
import { whyForGood } from '#api/calls/relay/why-for-good.ts';
import type { HistoryTurn } from '#api/conversations/interviewer/request.ts';

const heardBefore =
  'Hello Alma, I’m Evertold, a computer, calling for your daughter Anna. May I record this call?';
const alma: CalledPerson = {
  preferredName: 'Alma',
  fullName: 'Alma Byrne',
  pronouns: 'she/her',
  heardBefore,
};
const frank: CalledPerson = {
  preferredName: 'Frank',
  fullName: 'Francis Byrne',
  pronouns: 'he/him',
  heardBefore,
};
const sam: CalledPerson = { preferredName: 'Sam', fullName: 'Sam Byrne', pronouns: 'they/them', heardBefore };
const rosa: CalledPerson = {
  ...{ preferredName: 'Rosa', fullName: 'Rosa María Ortega', pronouns: 'she/her' },
  heardBefore:
    'Hola, Rosa. Soy Evertold, una computadora. Le hablo de parte de su hija Ana. ¿Puedo grabar esta llamada?',
};
const unsaid: CalledPerson = { preferredName: 'Alma', fullName: 'Alma Byrne', pronouns: null, heardBefore };

describe('Somebody who picks up', () => {
  test.each([
    // A spouse, a child, somebody who lives there.
    ...[
      'She isn’t here.',
      'She’s not home right now.',
      'I’m sorry, she isn’t here.',
      'I’m afraid she’s not home.',
    ],
    ...[
      'She’s out.',
      'She just left.',
      'She’s asleep.',
      'She isn’t at home right now.',
      'My wife is not here. Can I take a message?',
    ],
    ...[
      'Alma is at work.',
      'Alma’s out.',
      'Mom’s not home.',
      'Grandma is sleeping.',
      'I’m her daughter. My mother went to the store.',
    ],
    ...[
      'She’s in the shower.',
      'She’s at church, try again after lunch.',
      'She’s taking a nap.',
      'She’s still in bed.',
    ],
    ...[
      'She’s gone to the market.',
      'Alma’s gone out for a walk.',
      'She’ll be back around five.',
      'She won’t be home until Monday.',
    ],
    ...[
      'Oh, you just missed her.',
      'Hello? No, she stepped out for a minute.',
      'My wife’s on the other line, call back later.',
      'No, not here.',
    ],
    ...[
      'Not home right now, sorry.',
      'Alma isn’t here and I don’t know when she’s back.',
      'I don’t think she’s up yet.',
    ],
    ...[
      'This is her daughter, she’s at the doctor’s.',
      'I’m her son. She’s not feeling well today.',
      'She can’t come to the phone.',
    ],
    ...[
      'Hi, this is Anna. Mom is in the hospital.',
      'This is Alma’s daughter. She’s resting.',
      'She left ten minutes ago.',
    ],
    ...[
      'I haven’t seen her today.',
      'I don’t know where she is.',
      'No, this isn’t Alma, she’s away.',
      'She isn’t here, can I take a message?',
    ],
    ...[
      'Who is this? She’s not available.',
      'She doesn’t want to talk on the phone.',
      'She’s having her dinner.',
    ],
    // A nurse or a receptionist.
    ...[
      'Mrs. Byrne is in physio at the moment.',
      'I’m the nurse on duty, Mrs. Byrne is asleep.',
      'Sunny Hills, she’s with the doctor just now.',
    ],
    ...[
      'Good morning, Alma is having breakfast, could you call back at ten?',
      'Mrs Byrne is too tired to talk today.',
    ],
    ...[
      'The resident isn’t in her room.',
      'She’s not able to come to the phone, I’m afraid.',
      'Miss Alma is getting dressed.',
    ],
    // A cleaner, a neighbor, a colleague.
    ...[
      'I’m just the cleaner, she’s not in.',
      'It’s the neighbor. Alma is away this week.',
      'You want my boss? She isn’t in today.',
      'She doesn’t live here anymore.',
    ],
    ...['She’s moved out.', 'The lady of the house is out.', 'I clean here, the lady is not home.'],
    // Wrong numbers, and people who sound like a machine.
    ...[
      'You’ve got the wrong number.',
      'There’s no Alma here.',
      'Nobody here by that name.',
      'There’s nobody called Alma.',
      'Nobody’s home.',
    ],
    ...['Please leave a message after the tone.', 'Can I take a message?', 'I’ll let her know you called.'],
    // Without punctuation, as some services transcribe.
    ...[
      'no she’s not here right now can i take a message',
      'sorry this is her daughter she’s at the doctor’s',
      'Hang on. No, she’s not in.',
    ],
    ...[
      'No, she went to her sister’s for the weekend.',
      'She’s visiting her son this week.',
      'Sorry, she’s at her water aerobics.',
      'I’m her son, my mom’s at dialysis until noon.',
      'Not in at the minute, love.',
      'She’s popped down the shops.',
      'She’s nipped out.',
      'She’s poorly today.',
      'Alma moved to a home last month.',
      'She’s in the hospital, she had a fall.',
      'She was taken to the hospital last night.',
      'She had to step out.',
      'She no here.',
      'Lady not home, call later.',
      'She’s just gone down for a nap, could you try again in an hour?',
      'Can you call back later, she’s sleeping.',
      'I can pass on a message.',
      'My wife’s at the hairdresser’s, try again later.',
    ],
  ])('says that she is not there with “%s”', (said) => {
    expect(saysNotHere(said, alma)).toBe(true);
  });

  test.each([
    // Somebody else is not there.
    ...[
      'Yes, he’s not home, we can talk.',
      'My husband isn’t here.',
      'My daughter is not here right now.',
      'Anna? She’s not here.',
    ],
    ...[
      'Anna’s not here, it’s just me.',
      'The nurse just left.',
      'Frank is out, so it’s quiet.',
      'My daughter? She’s at work.',
    ],
    ...[
      'My husband is asleep, we can talk.',
      'My daughter is at work, she’s not home.',
      'He’s out.',
      'Oh, Anna isn’t in, she’s at the office.',
    ],
    ...[
      'Nobody is home but me.',
      'There’s nobody here, just me.',
      'The boys are out.',
      'Your computer friend is not here?',
    ],
    // She speaks.
    ...[
      'This is she.',
      'Speaking.',
      'Yes, this is Alma.',
      'I’m not home, I’m at my daughter’s.',
      'I’m out shopping, but go ahead.',
      'I was asleep.',
    ],
    ...[
      'I’m busy.',
      'Alma here. My sister isn’t in, I’m alone.',
      'I’m not well.',
      'I’m at work.',
      'I just left the house.',
      'Not now, I’m in the shower.',
    ],
    // She comes to the phone.
    ...[
      'Hold on, I’ll get her.',
      'She’s in the garden, I’ll fetch her.',
      'One moment, she’s in the other room.',
      'Let me see if she’s in.',
    ],
    ...[
      'She’s asleep, but I’ll wake her.',
      'She’s right here.',
      'She’s coming.',
      'Who is this?',
      'Who’s calling?',
      'She’s here, hang on.',
    ],
    ...[
      'She’s at the door, wait.',
      'She’s upstairs.',
      'Hello, Byrne residence.',
      'This is her daughter.',
      'Is she in trouble?',
    ],
    // A story, or words about it.
    ...[
      'She isn’t here any more, my mother, she died in sixty-two.',
      'My mother isn’t here anymore.',
      'She was out all day, working at the mill.',
    ],
    ...[
      'She left when I was five.',
      'She went to the convent school in Galway.',
      'She’s gone now, God rest her.',
      'She was never home.',
    ],
    ...[
      'It’s not in the book, is it?',
      'She isn’t in the book, is she?',
      'She’s not the one who told me.',
      'There’s no wrong answer, I suppose.',
    ],
    ...[
      ...[
        'At church.',
        'In bed.',
        'Nobody called me that, not even my mother.',
        'She told it as a joke, at parties.',
      ],
      ...[
        'Granny cured her own bacon, in the bath, so on a bath night you moved the pig.',
        'He never missed her.',
      ],
      'Yes, that’s fine.',
      'No.',
      'No, I’d rather not.',
      'I’m sorry I wasn’t here yesterday.',
      'Home is where the heart is.',
      'She is at the heart of it all.',
    ],
    ...[
      'Alma who?',
      'My son’s just left, perfect timing.',
      'Oh, you mean my daughter Anna? She’s lovely.',
      'She’s at work now I suppose, Anna.',
      'She’s at work, my daughter.',
      'The dog’s asleep.',
      'It’s not available.',
      'Nobody’s ever asked me that.',
      'My carer’s not in today.',
      'My sister’s asleep in the next room, so I’ll speak quietly.',
      'She said you would call.',
    ],
  ])('may be the person with “%s”', (said) => {
    expect(saysNotHere(said, alma)).toBe(false);
  });

  test('is understood by the pronouns of the person', () => {
    const his = [
      'He’s out.',
      'My husband isn’t here, who is calling?',
      'Dad’s asleep.',
      'Mr. Byrne is at the doctor’s.',
      'He isn’t home, can I take a message?',
    ];
    expect(his.map((said) => saysNotHere(said, frank))).toEqual(his.map(() => true));
    const hers = [
      'She’s out.',
      'My wife isn’t here.',
      'Mom’s asleep.',
      'My wife is at work, so we can talk.',
    ];
    expect(hers.map((said) => saysNotHere(said, frank))).toEqual(hers.map(() => false));
    expect(
      ['They’re not home.', 'She’s not home.', 'Sam is out.'].map((said) => saysNotHere(said, sam)),
    ).toEqual([true, false, true]);
    const unknown = [
      'She’s out.',
      'He’s out.',
      'My wife is not here, can I take a message?',
      'My boss isn’t in, call back later.',
      'Yes, he’s not home, we can talk.',
    ];
    expect(unknown.map((said) => saysNotHere(said, unsaid))).toEqual([true, true, true, true, false]);
  });
});

describe('Somebody who picks up a call in Spanish', () => {
  test.each([
    ...[
      'No, no está',
      'Rosa no se encuentra',
      'Soy su hija. Mi mamá no está en casa',
      'Rosa salió al mercado',
      'No está mi mamá, ¿quiere dejar un recado?',
      'No está Rosa',
    ],
    ...[
      'Lo siento, ella no está en este momento.',
      'Soy su hija, está en el médico.',
      'Está dormida.',
      'Está descansando, llame más tarde.',
    ],
    ...[
      'Acaba de salir.',
      'Ya se fue.',
      'Salió hace un rato.',
      'Se fue al trabajo.',
      'Está trabajando.',
      'Mi esposa no está aquí, llame más tarde.',
      'La señora no está.',
    ],
    ...[
      'Doña Rosa está en misa.',
      'La señora Ortega está con el doctor.',
      'Ahora no puede atender.',
      'No puede ponerse, está en la ducha.',
    ],
    ...[
      'Vuelve a las cinco.',
      'No vuelve hasta el lunes.',
      'Todavía no ha llegado.',
      'Soy su nieto. Mi abuela no puede ponerse',
      'Está hospitalizada.',
    ],
    ...[
      'Número equivocado',
      'Se equivocó de número',
      'Aquí no vive ninguna Rosa',
      'No hay nadie con ese nombre.',
      'Ya no vive aquí.',
    ],
    ...[
      '¿Quiere dejar un recado?',
      'Deje su mensaje después del tono.',
      'Espere… no, no está.',
      'Habla la enfermera, está durmiendo.',
      'Yo soy la vecina, ella está de viaje.',
    ],
    ...[
      'Fíjese que no está, salió con mi hermana.',
      'No está, ¿de parte de quién?',
      'Ahorita no se encuentra, ¿gusta dejarle recado?',
      'Está dormidita todavía.',
      'Se está bañando.',
      'Está en su terapia.',
      'Se acaba de ir.',
      'La tienen en el hospital.',
      'Todavía no se levanta.',
      'Aquí no es.',
      'Doña Rosa está en el comedor, llame luego.',
      'Soy la muchacha que limpia, la señora no está.',
    ],
  ])('says that she is not there with “%s”', (said) => {
    expect(saysNotHere(said, rosa, 'es')).toBe(true);
  });

  test.each([
    ...[
      'Sí, soy yo',
      'Habla Rosa',
      'Bueno, dígame',
      'No está mal, aquí estamos',
      'Sí, aquí está ella, soy yo',
      'Ella habla.',
      'Rosa al habla.',
    ],
    ...[
      'Mi esposo no está',
      'No está mi esposo, podemos hablar.',
      'Mi hija no está',
      'Ana no está',
      'No está Ana.',
      '¿Ana? No está.',
      'Él no está.',
      'Está dormido.',
    ],
    ...[
      'No estoy en casa',
      'Estoy ocupada',
      'Estoy en el médico',
      'No puedo hablar ahora',
      'No hay nadie, solo yo.',
      'No está grabando, ¿verdad?',
    ],
    ...[
      'Un momento, ahora se la paso.',
      'Espere, voy a buscarla.',
      'Está en el jardín, ahora la llamo.',
      'Ahorita viene.',
      '¿Quién habla?',
      'Déjeme ver si está.',
    ],
    ...[
      'No está claro',
      'Mi madre se fue cuando yo tenía cinco años.',
      'Se fue a la guerra.',
      'Ella trabajaba en el mercado.',
      'Salió de Puebla en 1950.',
      'No.',
      'Sí, claro.',
    ],
    ...[
      '¿Ana? Está en su casa.',
      'No está lloviendo.',
      'No está de más decirlo.',
      'Mi vecina no está.',
      'No hay nadie conmigo.',
      'Ya no hay nadie de aquella época.',
      'Mi hija está en el trabajo, pero dígame.',
      'Está en la gloria.',
    ],
  ])('may be the person with “%s”', (said) => {
    expect(saysNotHere(said, rosa, 'es')).toBe(false);
  });
});

describe('The person called, of whom somebody else is away', () => {
  test.each([
    'My wife is not here.',
    'My wife’s in hospital, so today isn’t good.',
    'My sister is in hospital.',
    'My mother isn’t here.',
    'My mother isn’t here. She’s at church.',
    'My sister? She’s asleep.',
    'My husband is sleeping, can we do it quietly?',
    'My partner is asleep, but go on.',
    'I don’t know where my husband is.',
    'My husband is no longer with us.',
    'He’s no longer with us.',
    'My mother is no longer with us.',
    'She isn’t with us any longer.',
    'Anna? I haven’t seen her in weeks.',
    'Anna? I don’t know where she is.',
    'Oh, Anna. I’ll tell her you called.',
    'I’ll let her know, I see her on Sunday.',
    'Did Anna leave a message?',
    'She said to leave a message.',
    'Is this about Anna? She’s not home.',
    'She’s asleep, do you want me to wake her?',
  ])('is not taken for another with “%s”', (said) => {
    expect(readAbsence(said, unsaid)).toBeNull();
  });

  test.each([
    'Mi hermana está en el hospital.',
    'Aquí no hay nadie más, puede hablar.',
    'Aquí no hay ruido.',
    'Aquí no vive nadie más que yo.',
    'En esta casa no hay silencio.',
    'Creo que se equivocó de hora.',
    '¿Se equivocó?',
    'No conozco a ningún Evertold.',
    'Mi hija dijo que deje un mensaje.',
    'Le llama mi hija.',
    'Está dormida, ¿quiere que la despierte?',
  ])('is not taken for another in Spanish with “%s”', (said) => {
    expect(readAbsence(said, rosa, 'es')).toBeNull();
  });

  test('may have a name that is a word', () => {
    const will = { preferredName: 'Will', fullName: 'Will Byrne', pronouns: 'he/him' };
    expect(['I will not be here.', 'That will be away.'].map((said) => readAbsence(said, will))).toEqual([
      null,
      null,
    ]);
    expect(readAbsence('Will isn’t here.', will)).toBe('SURE');
    const luz = { preferredName: 'Luz', fullName: 'Luz Ortega', pronouns: 'ella' };
    expect(readAbsence('Se fue la luz.', luz, 'es')).toBeNull();
    expect(readAbsence('Luz no está.', luz, 'es')).toBe('SURE');
  });

  test.each<[string, CalledPerson, 'en' | 'es']>([
    ['Alma died last year.', alma, 'en'],
    ['I’m sorry, Alma passed away.', alma, 'en'],
    ['Alma is no longer with us.', alma, 'en'],
    ['You’ve got the wrong number.', alma, 'en'],
    ['There’s no Alma here.', alma, 'en'],
    ['Rosa falleció.', rosa, 'es'],
    ['Rosa murió el año pasado.', rosa, 'es'],
    ['Rosa ya no está con nosotros.', rosa, 'es'],
    ['Se equivocó de número.', rosa, 'es'],
  ])('is away for good with “%s”', (said, person, language) => {
    expect(readAbsence(said, person, language)).toBe('FOR_GOOD');
  });

  test.each<[string, CalledPerson, 'en' | 'es', string]>([
    ['I’m sorry, Alma passed away.', alma, 'en', 'SAID_TO_HAVE_DIED'],
    ['Alma isn’t with us any more.', alma, 'en', 'SAID_TO_HAVE_DIED'],
    ['Rosa ya no está con nosotros.', rosa, 'es', 'SAID_TO_HAVE_DIED'],
    ['Lo siento, Rosa falleció.', rosa, 'es', 'SAID_TO_HAVE_DIED'],
    ['I’m sorry to tell you that Alma died in March.', alma, 'en', 'SAID_TO_HAVE_DIED'],
    ['This is her son. She passed away.', alma, 'en', 'SAID_TO_HAVE_DIED'],
    ['I’m his widow, I’m afraid he died in May.', frank, 'en', 'SAID_TO_HAVE_DIED'],
    ['Soy su hija, ella murió el año pasado.', rosa, 'es', 'SAID_TO_HAVE_DIED'],
    ['Frank has passed, God rest him.', frank, 'en', 'SAID_TO_HAVE_DIED'],
    ['La señora Rosa ya falleció, joven.', rosa, 'es', 'SAID_TO_HAVE_DIED'],
    ['You’ve got the wrong number.', alma, 'en', 'WRONG_NUMBER'],
    ['You’ve got the wrong number, my husband died last year.', alma, 'en', 'WRONG_NUMBER'],
    ['There’s no Alma here.', alma, 'en', 'WRONG_NUMBER'],
    ['Número equivocado. Mi esposo murió.', rosa, 'es', 'WRONG_NUMBER'],
  ])('is away for good with “%s” because of what is said', (said, person, language, reason) => {
    expect(readAbsence(said, person, language)).toBe('FOR_GOOD');
    expect(whyForGood(said, person, language)).toBe(reason);
  });

  test.each<[string, CalledPerson, 'en' | 'es']>([
    ['Mr. Byrne passed away in March.', alma, 'en'],
    ['Father Byrne died last week.', alma, 'en'],
    ['Mrs. Byrne died last year.', frank, 'en'],
    ['El señor Ortega falleció.', rosa, 'es'],
    ['El señor Ortega murió el año pasado.', rosa, 'es'],
    ['She died when I was four, I’m sorry to say.', alma, 'en'],
    ['I’m sorry, my mother passed away last week.', alma, 'en'],
    ['I’m sorry, my husband died last month.', unsaid, 'en'],
    ['Lo siento, mi mamá murió la semana pasada.', rosa, 'es'],
    ['Murió cuando yo tenía cinco años, lo siento.', rosa, 'es'],
    ['No, that’s the wrong house.', alma, 'en'],
    ['It’s the wrong house, we lived next door.', alma, 'en'],
    ['That’s the wrong number, I’m eighty-four.', alma, 'en'],
    ['You’ve got the wrong person, I never agreed to this.', alma, 'en'],
    ['Wrong number?', alma, 'en'],
    ['Está equivocada, nací en Puebla.', rosa, 'es'],
    ['No, se equivocó, fue en mayo.', rosa, 'es'],
    ['Mi hija se equivocó.', rosa, 'es'],
    ['Grandma Alma died before I was born.', alma, 'en'],
    ['Aunt Alma died young.', alma, 'en'],
    ['Rosa murió, mi hermana, y yo soy Rosa también.', rosa, 'es'],
    ['This is her sister. She died when I was ten.', alma, 'en'],
    ['I’m her mother, she died.', alma, 'en'],
    ['I am her son. My father, he died, she is here.', alma, 'en'],
    ['This is her daughter. My father passed away, he died on Sunday.', alma, 'en'],
    ['She died, my sister, so I’m not up to it.', alma, 'en'],
    ['Alma’s mother died, I’m her friend.', alma, 'en'],
    ['Soy su hija, mi papá murió.', rosa, 'es'],
    ['Ay, mi hija, se me murió mi hermana.', rosa, 'es'],
    ['Mi hija Ana falleció.', rosa, 'es'],
  ])('is not away with “%s”, said by the person', (said, person, language) => {
    expect(readAbsence(said, person, language)).toBeNull();
  });

  test('is not away once they have said who they are', () => {
    expect(readAbsence('Alma died last spring.', alma, 'en', 'Hello, this is Alma.')).toBeNull();
    expect(readAbsence('Rosa falleció ayer.', rosa, 'es', 'Soy Rosa.')).toBeNull();
    expect(readAbsence('Alma died last spring.', alma, 'en', 'This is Alma’s son.')).toBe('FOR_GOOD');
  });

  test('is away for good by a title of their own', () => {
    expect(readAbsence('Mrs. Byrne passed away in March.', alma)).toBe('FOR_GOOD');
    expect(readAbsence('Mr. Byrne passed away in March.', frank)).toBe('FOR_GOOD');
    expect(readAbsence('La señora Ortega falleció.', rosa, 'es')).toBe('FOR_GOOD');
  });

  const asked: HistoryTurn = {
    ...{ role: 'assistant', text: heardBefore, kind: 'CONFIRM_RECORDING' },
  } as HistoryTurn;
  const told = (text: string): HistoryTurn => ({ role: 'user', text }) as HistoryTurn;
  const answers = (text: string, person = unsaid, language: 'en' | 'es' = 'en', before: HistoryTurn[] = []) =>
    readSomebodyElse(text, [asked, ...before], person, language);

  test.each([
    'Yes. My husband is asleep.',
    'Yes you can record. My husband’s not here today.',
    'Yes, he’s out, can I take a message?',
    'Sure, Alma’s mother isn’t here.',
  ])('agrees with “%s”', (said) => {
    expect(answers(said)).toBeNull();
  });

  test('agrees in Spanish, where a greeting does not', () => {
    expect(answers('Sí, está bien, mi esposo no está.', rosa, 'es')).toBeNull();
    expect(answers('Sí, bueno, Rosa no está.', rosa, 'es')).toBe('SURE');
    expect(answers('Yes, hello? Alma isn’t here.')).toBe('SURE');
    expect(answers('Yes, this is her son. She’s asleep.')).toBe('IF_MEANT');
  });

  test('may be away although somebody said a short yes before', () => {
    const following = (said: string, ...before: string[]) => answers(said, unsaid, 'en', before.map(told));
    expect(following('Alma isn’t here, I’m her son.', 'Yes.')).toBe('SURE');
    expect(following('I’m her son, she’s asleep.', 'Okay.')).toBe('IF_MEANT');
    expect(following('She’s out, can I take a message?', 'Yes.')).toBe('SURE');
    expect(following('She’s asleep.', 'Yes.')).toBeNull();
    expect(following('Alma isn’t here.', 'Yes, that’s fine, go ahead.')).toBeNull();
    expect(following('Alma isn’t here.', 'Yes.', 'My father kept a bakery in Galway.')).toBeNull();
  });
});
