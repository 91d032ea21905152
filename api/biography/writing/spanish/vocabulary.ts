import { set } from './word-lists.ts';
import { lemma } from './words.ts';

/** Words that say little in a title and connect no stories. */
const GENERIC = new Set(
  [
    ...set(`cosa cosas vez veces tiempo dia dias ano anos mes meses semana semanas hora horas rato momento manera forma modo parte
    lado gente persona personas vida verdad caso ejemplo tipo clase cantidad monton poco algo asunto problema razon causa
    mundo lugar lugares sitio trabajo trabajar vivir hablar llegar salir pasar quedar dejar llevar empezar seguir pensar creer
    acordar recordar gustar parecer llamar encontrar mirar entrar subir bajar tomar sacar meter buscar esperar comer
    grande grandes chico chica chicos chicas bueno buena buenos malo mala nuevo nueva viejo vieja bonito bonita feo gran
    primero primera ultimo ultima segundo siguiente solo sola hombre hombres mujer mujeres nino nina ninos ninas muchacho muchacha
    muchachos senor senora senores familia nombre fin final principio medio mitad resto casa pueblo decir venir poner querer saber traer
    dar ver volver contar conocer nacer alto alta bajo largo larga manana tarde noche mayor menor hijo hijos hermano hermanos`),
  ].map(lemma),
);

export function isGeneric(word: string): boolean {
  return GENERIC.has(word);
}

/** Things to see, hear, touch or taste, which make a good title. */
const CONCRETE = new Set(
  [
    ...set(`mesa cama puerta ventana techo estufa fogon fuego lampara vela candil farol luz escalera patio corral pozo cerca huerta jardin
    tienda calle camino puente esquina mercado iglesia campana campanario plaza banco escuela pupitre pizarra tiza libro cuaderno carta
    cartas pagina lapiz pluma papel sobre estampilla periodico retrato foto fotografia cuadro mapa radio telefono vitrola disco piano
    guitarra violin acordeon tambor cancion baile vestido falda zapato zapatos bota sombrero rebozo manton abrigo guante guantes anillo
    uniforme delantal boton botones bolsillo aguja agujas hilo dedal tela sabana manta panuelo cobija colcha pan torta pastel sopa caldo
    arroz frijol frijoles maiz tortilla tamal mole chile chiles papa papas huevo huevos leche cafe te azucar sal mantequilla queso chocolate
    manzana naranja limon pera uva higo pescado sardina sardinas carne jamon cabra cerdo puerco marrano pollo gallina gallinas gallo caballo
    caballos mula burro vaca toro buey oveja ovejas perro perra gato raton pajaro paloma culebra abeja mosca arana rio arroyo lago mar
    ola playa isla cerro monte montana valle bosque selva desierto cueva lluvia aguacero nieve hielo viento tormenta huracan ciclon trueno
    relampago terremoto temblor inundacion lodo barro polvo humo ceniza sol luna estrella cielo nube boda entierro velorio bautizo tumba
    barco lancha tren camion camioneta carro coche avion bicicleta estacion maleta baul pasaje pasaporte moto rueda motor tranvia
    hospital venda fiebre sangre diente dientes pelo trenza mano manos ojo ojos cicatriz voz risa lagrima grito susurro silbato reloj
    moneda peso pesos centavo pistola bala cuchillo hacha martillo clavo soga cuerda cubeta balde cubo escoba pala gancho red taza botella
    vaso plato olla sarten cuchara tenedor canasta cesta bolsa caja llave candado bandera medalla fantasma diablo angel cruz biblia rosario
    virgen cine pelicula teatro circo feria desfile pelota muneca trompo canica columpio jabon espejo peine maquina carbon lena piedra
    piedras ladrillo lata latas oro plata lana algodon seda cuero cosecha semilla arbol flor flores rosa agave espina espinas cantaro
    cantaros harina trapo carton hule linterna audifonos registro acta lonchera cassette cassettes porotos bocadillo estomago hambre
    puchero paracaidas tocadiscos mascara promesa lista letra arroyo chapa ropero piso tierra pedazo madera deuda deudas
    conserva conservas fabrica mina panaderia concha conchas etiqueta ahorros cuento palabra palabras merengue club olor nata
    leche bordado acomodador zapateria herradura peine trapiche machete telar comal metate molino hamaca mecedora`),
  ].map(lemma),
);

/** Parts of the body and measures, for which a story is seldom remembered. */
const PLAIN = new Set(
  [
    ...set(
      'mano manos ojo ojos cara cabeza pie pies brazo pelo boca peso pesos metro kilo par docena rato agua cuarto palabra letra luz papel mesa puerta patio cocina calle camino escuela iglesia plaza casa pueblo cama piso tierra tienda fabrica hospital mercado cielo sol',
    ),
  ].map(lemma),
);

/** The value of a word for standing for a story, 0 to about 1.5. */
export function imageOf(norm: string): number {
  const word = lemma(norm);
  if (isGeneric(word)) return 0.05;
  if (CONCRETE.has(word)) return PLAIN.has(word) ? 0.7 : 1.2;
  return norm.length > 3 ? 0.55 : 0.2;
}
