import type { QuestionWords } from '../question.ts';

export const placesAndMoves: QuestionWords = {
  'places-lived': {
    text: '¿En qué lugares ha vivido, uno tras otro?',
    followUps: ['¿Qué le llevó de uno a otro?', '¿Cuál sintió como suyo?'],
  },
  'town-you-knew': {
    text: 'Muéstreme el pueblo o el barrio que conocía bien. ¿Por dónde empezamos?',
    followUps: ['¿A quién nos encontramos por el camino?', '¿Qué ha desaparecido de allí?'],
    reason: 'los lugares cambian antes que la gente',
  },
  'leaving-hometown': {
    text: '¿Cómo fue que dejó el lugar donde creció?',
    followUps: ['¿Qué miró por última vez?', '¿Quiénes se quedaron?'],
  },
  'farthest-from-home': {
    text: '¿Hasta dónde ha llegado lejos de casa, y qué le llevó allí?',
    followUps: ['¿Qué vio al llegar?', '¿Qué echó de menos?'],
  },
  'moving-day': {
    text: 'Lléveme a un día de mudanza. ¿Qué va en las cajas?',
    followUps: ['¿Qué se quedó atrás?', '¿Cómo fue la primera noche?'],
  },
  'arriving-new-place': {
    text: '¿Qué le llamó la atención al llegar a un lugar nuevo?',
    followUps: ['¿Quién fue amable con usted?', '¿En qué se equivocó?'],
  },
  'view-from-window': {
    text: '¿Qué veía desde la ventana de una casa que le gustaba?',
    followUps: ['¿A qué hora del día la ve?', '¿Quién solía andar por allí?'],
  },
  'shop-on-corner': {
    text: '¿Quién atendía las tiendas donde compraba el pan y la carne?',
    followUps: ['¿Qué sabían de cada vecino?', '¿A qué mandaba a los niños?'],
  },
  'neighbour-portrait': {
    text: 'Cuénteme de un vecino o una vecina que valga la pena contar.',
    followUps: ['¿Qué hizo por usted?', '¿Qué se pasaban de una casa a otra?'],
  },
  'journey-long': {
    text: 'Descríbame un viaje largo que hizo, por carretera, en tren o por mar.',
    followUps: ['¿Quién iba cerca de usted?', '¿Qué comían por el camino?', '¿Qué se veía de noche?'],
  },
  'car-first': {
    text: '¿Cuál fue el primer auto, camión o motocicleta en su vida?',
    followUps: ['¿A qué olía por dentro?', '¿Dónde se descompuso?'],
  },
  'road-trip-mishap': {
    text: '¿Qué salió mal en un viaje que ahora le da risa?',
    followUps: ['¿Quién los sacó del apuro?', '¿Qué lleva siempre desde entonces?'],
  },
  'foreign-tongue': {
    text: '¿Dónde tuvo que arreglárselas sin saber el idioma?',
    followUps: ['¿Cómo se hacía entender?', '¿Qué palabra aprendió primero?'],
  },
  'storm-or-flood': {
    text: '¿Qué tormenta, inundación o incendio llegó adonde usted vivía?',
    followUps: ['¿Qué salvaron?', '¿Quién vino a ayudar?'],
  },
  'house-built': {
    text: '¿Qué construyó, pintó o plantó en una casa suya?',
    followUps: ['¿Quién le ayudó?', '¿Qué ha sido de eso?'],
  },
  'holiday-spot': {
    text: '¿Adónde iba cuando tenía unos días libres?',
    followUps: ['¿Qué hacía allí todo el día?', '¿Quién le acompañaba?'],
  },
  'where-is-home': {
    text: 'Cuando usted dice «mi casa», ¿qué lugar ve?',
    followUps: ['¿Por qué ese?', '¿Quién está en él?'],
  },
  'place-changed-you': {
    text: '¿Qué lugar cambió su manera de ver las cosas?',
    followUps: ['¿Qué hizo distinto después?', '¿Quién notó el cambio?'],
  },
  'newcomer-feeling': {
    text: '¿Cómo fue llegar a un lugar donde ya se conocían todos?',
    followUps: ['¿Quién le abrió las puertas?', '¿Qué conservó de lo suyo?'],
  },
  'stayed-or-went': {
    text: '¿Qué le hizo quedarse cuando pudo irse, o irse cuando pudo quedarse?',
    followUps: ['¿Quién estaba a favor?', '¿Cómo lo juzga ahora?'],
  },
  'place-missed': {
    text: '¿Qué lugar echa de menos?',
    followUps: ['¿Qué haría allí una tarde?', '¿A quién llevaría?'],
  },
  'forced-to-leave': {
    text: '¿Cuándo tuvo que dejar un lugar contra su voluntad?',
    followUps: ['¿Qué se llevó?', '¿Qué les dijo a los niños?'],
  },
  'place-to-show': {
    text: '¿Adónde llevaría a sus nietos para mostrarles quién es usted?',
    followUps: ['¿Qué les diría allí mismo?', '¿Qué les parecería raro?'],
  },
  'place-should-last': {
    text: '¿Qué no debería cambiar nunca en su tierra?',
    followUps: ['¿Quién lo cuida?', '¿Qué se ha perdido ya?'],
  },
  'moving-advice': {
    text: '¿Qué le diría a alguien que está por mudarse lejos?',
    followUps: ['¿Qué le habría gustado oír a usted entonces?', '¿Qué debería llevar?'],
  },
};
