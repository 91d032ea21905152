/** A set of the words of a list. Words are compared folded: in lower case, without accents and with "n" for "ñ". */
export function set(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Function words, which carry no facts. Negations are among them: they have their own check. */
export const STOP_WORDS =
  set(`el la los las lo un una unos unas uno al del de a ante bajo con contra desde durante en entre hacia hasta
  para por segun sin sobre tras y e o u ni que si no pero mas sino porque pues como cuando donde aunque mientras ya aun
  yo tu vos usted ustedes el ella ello ellos ellas nosotros nosotras vosotros mi mis tus su sus nuestro nuestra nuestros nuestras
  me te se nos os le les conmigo contigo consigo mio mia mios mias suyo suya suyos suyas
  este esta estos estas ese esa esos esas aquel aquella aquellos aquellas esto eso aquello
  quien quienes cual cuales cuyo cuya cuanto cuanta cuantos cuantas algo alguien alguno alguna algunos algunas algun
  nada nadie ninguno ninguna ningun nunca jamas tampoco tambien muy mucho mucha muchos muchas poco poca pocos pocas
  todo toda todos todas otro otra otros otras mismo misma mismos mismas cada tan tanto tanta tantos tantas tal tales
  asi entonces luego despues antes ahora hoy ayer aqui ahi alli alla aca siempre casi solo solamente nomas bien mal
  ser es son era eran eramos fue fueron fui fuimos sea sean sido soy eres somos siendo fuera fueran seria serian
  estar esta estan estaba estaban estabamos estuvo estuvieron estoy estamos estuve estado este
  haber ha han he hemos habia habian habiamos hay hubo habra habria haya hubiera hubieran habido
  tener tiene tienen tenia tenian tengo teniamos tuvo tuve tuvieron tuvimos
  va van voy vamos iba iban ibamos ir hacer hace hacen hacia hacian hizo hicieron hecho
  puede pueden podia podian poder pudo debe deben
  si bueno mire mira oiga fijese verdad o sea eh ah ay mmm este pues vaya claro digo`);

/** Sounds that carry no fact and can be left out anywhere. */
export const SOUNDS = set('eh ehm em mm mmm mmmm hmm hm ejem umm um uh aja');

/** Words that an editor may add when joining what was said; they state nothing. */
export const BRIDGE_WORDS = set('luego despues finalmente mientras cuando donde entonces ademas tambien asi');

export const QUANTIFIERS = set(
  'todo toda todos todas cada ambos ambas siempre solo solamente mas menos pocos pocas muchos muchas varios varias algunos algunas alguien',
);

/** Given names that are also words: without a capital they prove no name, and at the start of a sentence neither. */
export const NAMES_THAT_ARE_WORDS =
  set(`rosa luz sol flor dolores mercedes consuelo pilar socorro refugio remedios milagros nieves
  reyes santos cruz paz rosario amparo encarnacion concepcion asuncion salvador domingo justo modesto clemente primo blanca clara
  perla violeta margarita celeste alba aurora estrella alma alegria esperanza gloria victoria angeles piedad caridad soledad
  camino mar marina linda bella dulce fe gracia grande leon delfin fiel feliz inocencia libertad mayo abril julio augusto
  dora ama ala era nos ella son una can mina carmelo casto casta abundio pan tea nana dina ida lea sara ramos ramo
  todo alto ana vino pino rico toro cobo lino tito nido rosal marte marta eva lucero lluvia prima virgen santo santa`);

/** Common words that open sentences and are in lists of names of other languages. */
export const NO_NAMES =
  set(`dios virgen cristo senor senora navidad pascua semana santa santo san espiritu nochebuena
  don dona sor fray padre madre doctor doctora maestro maestra profesor profesora senorita miss mister
  lunes martes miercoles jueves viernes sabado enero febrero marzo mayo septiembre octubre noviembre diciembre eramos habia teniamos fuimos salimos nos nosotros gracias ave maria iglesia gobierno estado ayuntamiento guerra
  un una unos unas el la los las mi mis su sus yo ella ellos alla alli ahi asi ya cuando como donde si no que quien
  mama papa abuela abuelo tia tio hermano hermana hijo hija`);

/** Countries, capitals and large towns of Spanish speakers, and where they went. With "n" for "ñ", without accents. */
export const PLACES =
  `mexico:México guatemala:Guatemala honduras:Honduras nicaragua:Nicaragua panama:Panamá colombia:Colombia
  venezuela:Venezuela ecuador:Ecuador peru:Perú bolivia:Bolivia chile:Chile argentina:Argentina uruguay:Uruguay paraguay:Paraguay
  brasil:Brasil cuba:Cuba haiti:Haití espana:España portugal:Portugal francia:Francia italia:Italia alemania:Alemania
  suiza:Suiza belgica:Bélgica inglaterra:Inglaterra holanda:Holanda rusia:Rusia marruecos:Marruecos africa:África europa:Europa
  america:América california:California texas:Texas florida:Florida chicago:Chicago miami:Miami houston:Houston
  madrid:Madrid barcelona:Barcelona sevilla:Sevilla bilbao:Bilbao zaragoza:Zaragoza malaga:Málaga murcia:Murcia vigo:Vigo
  zamora:Zamora salamanca:Salamanca burgos:Burgos oviedo:Oviedo gijon:Gijón cadiz:Cádiz cordoba:Córdoba jaen:Jaén almeria:Almería
  huelva:Huelva badajoz:Badajoz caceres:Cáceres toledo:Toledo segovia:Segovia avila:Ávila lugo:Lugo orense:Orense pontevedra:Pontevedra
  santander:Santander pamplona:Pamplona logrono:Logroño huesca:Huesca teruel:Teruel tarragona:Tarragona gerona:Gerona lerida:Lérida
  alicante:Alicante albacete:Albacete guadalajara:Guadalajara puebla:Puebla monterrey:Monterrey tijuana:Tijuana veracruz:Veracruz
  oaxaca:Oaxaca merida:Mérida queretaro:Querétaro morelia:Morelia tampico:Tampico acapulco:Acapulco tlaxcala:Tlaxcala
  zacatecas:Zacatecas durango:Durango chihuahua:Chihuahua sonora:Sonora sinaloa:Sinaloa jalisco:Jalisco michoacan:Michoacán
  chiapas:Chiapas tabasco:Tabasco hidalgo:Hidalgo toluca:Toluca cuernavaca:Cuernavaca bogota:Bogotá medellin:Medellín cali:Cali
  barranquilla:Barranquilla cartagena:Cartagena bucaramanga:Bucaramanga pereira:Pereira manizales:Manizales ibague:Ibagué pasto:Pasto
  caracas:Caracas maracaibo:Maracaibo barquisimeto:Barquisimeto quito:Quito guayaquil:Guayaquil cuenca:Cuenca lima:Lima arequipa:Arequipa
  cusco:Cusco cuzco:Cuzco trujillo:Trujillo iquitos:Iquitos puno:Puno ayacucho:Ayacucho huancayo:Huancayo cochabamba:Cochabamba
  oruro:Oruro potosi:Potosí sucre:Sucre santiago:Santiago valparaiso:Valparaíso valdivia:Valdivia temuco:Temuco antofagasta:Antofagasta
  rosario:Rosario mendoza:Mendoza tucuman:Tucumán salta:Salta montevideo:Montevideo asuncion:Asunción managua:Managua masaya:Masaya
  tegucigalpa:Tegucigalpa cartago:Cartago habana:Habana camaguey:Camagüey matanzas:Matanzas ponce:Ponce mayaguez:Mayagüez
  caribe:Caribe castilla:Castilla galicia:Galicia asturias:Asturias andalucia:Andalucía cataluna:Cataluña extremadura:Extremadura
  valencia:Valencia leon:León calabria:Calabria sicilia:Sicilia roma:Roma napoles:Nápoles genova:Génova paris:París londres:Londres`
    .trim()
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string]);

/** Places of several words. */
export const LONG_PLACES =
  `Nueva York|Los Ángeles|Estados Unidos|El Salvador|Costa Rica|Puerto Rico|República Dominicana|Buenos Aires|
  La Habana|La Paz|San Salvador|San Juan|San José|Santo Domingo|Ciudad de México|San Antonio|Mar del Plata|La Coruña|Las Palmas|
  Ciudad Juárez|San Luis Potosí|San Francisco|Santa Cruz|Nueva Jersey|Palma de Mallorca|San Sebastián`
    .split('|')
    .map((name) => name.trim());
