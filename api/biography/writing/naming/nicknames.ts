/** Short names with the full names that they stand for. */
export const NICKNAMES: ReadonlyMap<string, readonly string[]> = new Map(
  `abby:abigail abe:abraham addie:adelaide,adeline al:albert,alfred,alan alex:alexander,alexandra alf:alfred
  alfie:alfred andy:andrew annie:ann,anna,anne archie:archibald art:arthur babs:barbara barb:barbara barbie:barbara
  barney:bernard,barnabas bart:bartholomew basia:barbara bea:beatrice,beatriz bec:rebecca becky:rebecca
  bella:isabella,arabella belle:isabella,arabella,annabelle ben:benjamin bennie:benjamin benny:benjamin
  beppe:giuseppe bernie:bernard,bernice,bernadette bert:albert,herbert,robert bertie:albert,herbert,robert
  bess:elizabeth bessie:elizabeth beth:elizabeth beto:alberto,roberto betsy:elizabeth betty:elizabeth bill:william
  bridie:bridget,brigid
  billy:william bob:robert bobbie:roberta,robert bobby:robert cal:calvin cathy:catherine charlie:charles
  charo:rosario chela:graciela,consuelo chet:chester chico:francisco chris:christopher,christine,christina
  chuck:charles chuy:jesus clem:clement,clementine cliff:clifford clint:clinton concha:concepcion
  connie:constance,concetta cy:cyrus daisy:margaret dan:daniel danny:daniel dave:david deb:deborah debbie:deborah
  denny:dennis des:desmond dick:richard dolly:dorothy dom:dominic don:donald dot:dorothy dottie:dorothy
  doug:douglas drew:andrew ed:edward,edwin eddie:edward effie:euphemia eli:elijah eliza:elizabeth ellie:eleanor
  elsie:elizabeth,elspeth emmie:emma,emily,emmeline ernie:ernest essie:esther etta:henrietta,loretta
  evie:evelyn,eve fanni:francisca fanny:frances flo:florence flossie:florence fran:frances,francis
  frank:francis,franklin frankie:francis,frances,frank fred:frederick,alfred freddie:frederick,alfred
  fritz:friedrich gabe:gabriel gene:eugene gerry:gerald,gerard gertie:gertrude gianni:giovanni gil:gilbert
  ginny:virginia gino:luigi,eugenio gord:gordon gosia:malgorzata greg:gregory greta:margaret,margareta
  grete:margarete gretel:margarete gus:augustus,augustin,gustav,angus gussie:augusta gwen:gwendolyn,gwendolen
  hal:harold,henry hank:henry hansi:johann,johannes harry:harold,henry hattie:harriet,henrietta hen:henrietta
  herb:herbert herbie:herbert hettie:henrietta,hester hetty:hester,esther ike:isaac irv:irving
  izzy:isaac,isidore,isabel jack:john jake:jacob jamie:james janek:jan jed:jedediah jeff:jeffrey jem:jeremy,james
  jen:jennifer jenny:jennifer jerry:gerald,jerome jessie:jessica,janet jim:james jimmy:james jo:josephine,joanna
  jock:john joe:joseph joey:joseph johnny:john josie:josephine judy:judith jurek:jerzy kasia:katarzyna
  kate:katherine,catherine kath:kathleen,katherine kathy:katherine,kathleen katie:katherine
  katya:ekaterina,katerina kay:katherine,kathleen ken:kenneth kit:christopher,katherine kitty:katherine,catherine
  kolya:nikolai kostas:konstantinos lalo:eduardo larry:lawrence laurie:lawrence,laura len:leonard
  lena:helena,magdalena lenny:leonard leo:leonard,leopold les:leslie,lester lettie:letitia lew:lewis
  libby:elizabeth liesl:elisabeth lil:lillian,lilian lilly:lillian,elizabeth lily:lillian,elizabeth lisa:elizabeth
  lisl:elisabeth liz:elizabeth lizzie:elizabeth lizzy:elizabeth lola:dolores lolita:dolores lonnie:alonzo
  lotte:charlotte lottie:charlotte lou:louis,louise lucy:lucille,lucinda lulu:louise,lucy,lucille lupita:guadalupe
  maddie:madeline,madeleine madge:margaret magda:magdalena maggie:margaret maisie:margaret mal:malcolm
  mamie:mary,margaret mandy:amanda manny:manuel,emanuel marge:margaret marv:marvin masha:maria matt:matthew
  mattie:martha,matilda max:maxwell,maximilian,maxine may:mary meg:margaret mel:melvin,melanie,melissa
  memo:guillermo mick:michael mickey:michael mike:michael millie:mildred minnie:wilhelmina,minerva,hermione
  misha:mikhail,michael mitch:mitchell mitica:dumitru moe:morris,moses,moshe molly:mary,margaret
  monty:montague,montgomery nacho:ignacio nan:nancy,ann,anne nando:fernando nat:nathan,nathaniel
  natasha:natalia,natalya nate:nathan,nathaniel ned:edward nel:manuel nell:eleanor,helen,ellen
  nellie:eleanor,helen,ellen nettie:annette,antoinette,jeanette nick:nicholas nina:antonina,giannina
  nino:antonio,giovanni nora:eleanor,honora norm:norman ollie:oliver ottie:otto,ottilie ozzie:oswald,oscar
  paco:francisco paddy:patrick pam:pamela pancho:francisco pat:patrick,patricia patsy:patricia,patrick
  patty:patricia peg:margaret peggy:margaret pepe:jose peppino:giuseppe pete:peter phil:philip,phillip
  pino:giuseppe pip:philip,philippa pita:guadalupe polly:mary,pauline pru:prudence queenie:victoria quim:joaquim
  quique:enrique raf:raphael,rafael rafe:raphael,ralph randy:randolph,randall ray:raymond reba:rebecca reg:reginald
  reggie:reginald rich:richard rick:richard rita:margarita,margaret rob:robert roddy:roderick,rodney ron:ronald
  ronnie:ronald,veronica ronny:ronald rosie:rose,rosemary rosy:rose,rosemary roz:rosalind russ:russell sadie:sarah
  sal:salvatore,sally sally:sarah sam:samuel,samantha sammy:samuel sandra:alexandra sandy:sandra,alexander
  sarge:sargent sasha:alexander,alexandra,aleksandr sepp:josef si:silas,simon sid:sidney,sydney sol:solomon
  sonya:sofia,sofya spiro:spyridon stan:stanley,stanislaw staszek:stanislaw steve:steven,stephen stu:stuart,stewart
  sue:susan susie:susan suzie:susan,suzanne sylvie:sylvia tad:thaddeus,theodore tanya:tatiana,tatyana
  ted:edward,theodore teddy:theodore,edward terry:terence,theresa tess:theresa tessie:theresa,teresa theo:theodore
  tillie:matilda tilly:matilda tim:timothy tina:christina,augustina,martina,valentina,augustine
  tish:patricia,letitia toby:tobias tom:thomas tommy:thomas toni:antonio,antonia tono:antonio tony:anthony,antonio
  trish:patricia trixie:beatrix,beatrice trudy:gertrude uschi:ursula val:valerie vanya:ivan vi:violet,viola,vivian
  vic:victor vince:vincent vinnie:vincent viv:vivian vonnie:yvonne wally:walter walt:walter wes:wesley wilf:wilfred
  will:william willie:william,wilhelmina winnie:winifred woody:woodrow zach:zachary zack:zachary ze:jose
  zeke:ezekiel zelda:griselda zosia:zofia`
    .split(/\s+/)
    .map((entry): [string, string[]] => {
      const [short = '', full = ''] = entry.split(':');
      return [short, full.split(',')];
    }),
);
