function set(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Words that say little in a title, as `lemma` returns them. */
export const GENERIC =
  set(`thing time way year day week month people person part kind type sort lot bit place area point case fact
  reason result number group member end side example idea sense matter issue problem question answer situation experience
  process information level order form line word term course work job life world one someone anyone everyone something
  anything everything stuff guy moment hour minute second morning evening night today yesterday tomorrow program project system
  development service organization government country community state town city region whole rest half couple few many
  most much more same other next last first good great nice interest different new old big little small large long short
  real true right wrong sure able important main major special general certain basic various several particular
  difficult hard easy fun deal look need want try help talk start stop begin use way bunch amount piece variety aspect effort
  opportunity activity purpose role position condition change chance need requirement operation material subject topic area
  thought feel think know remember guess believe hope suppose mean say tell go come get take make give see find put keep
  let leave happen become seem turn live stay work travel interest wonder amaz beautiful pretty big fine bad terribl awful`);

/** Words for things to see, hear or touch, which make a good title. */
export const CONCRETE =
  set(`mother father sister brother grandmother grandfather aunt uncle wife husband baby child son daughter cousin
  twin friend neighbor teacher nurse doctor priest sailor soldier farmer fisherman king queen thief stranger landlady
  house kitchen table chair bed door window roof stove fire lamp candle match light stair porch attic cellar barn yard garden
  fence gate well shed tent hut street road bridge corner store shop market church school desk blackboard chalk book letter
  page pen paper envelope stamp newspaper photograph picture map radio telephone headset board record piano guitar violin drum
  song dance dress shoe boot hat coat glove ring suit uniform apron button pocket needle thread quilt blanket
  bread cake pie soup rice bean potato egg milk coffee tea sugar salt butter cheese apple banana orange fish meat goat pig
  chicken hen horse cow mule donkey dog cat bird snake lion hyena monkey rat mosquito bee fly camel elephant
  river lake sea ocean beach shore island mountain hill valley forest jungle desert cave rain snow storm hurricane wind thunder
  lightn flood mud dust smoke ash ice sun moon star sky cloud winter summer spring autumn christma wedding funeral grave
  boat ship train bus truck car bicycl plane airport station suitcas trunk ticket passport motorcycl jeep wheel engine
  hospital bandage fever blood tooth hair hand eye foot knee scar voice laugh tear whisper scream bell whistle clock watch
  coin dollar penny gun bullet knife axe hammer saw nail rope bucket broom brush mop shovel hook net cup bottle glass plate
  pot pan spoon fork basket bag box key lock flag medal ghost devil angel cross bible rosary movie theater circus fair parade
  ball bat glove swim bath latrine toilet shower soap mirror towel wrong first marmalad mold mustach landslide dysentery
  microphone tape typewriter computer roster stalker whip prison jail strike fight war bomb draft army factory mill mine coal
  wood stone brick tin iron gold silver wool cotton silk leather crowd village farm plow harvest crop seed tree flower rose`);
