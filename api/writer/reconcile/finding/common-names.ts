const names = `james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark
donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric
jonathan stephen larry justin scott brandon frank benjamin gregory samuel raymond patrick alexander jack dennis jerry bob bill
jim joe tom mike dave dan steve ed ted fred henry walter peter harry arthur albert sam max mary patricia jennifer linda
elizabeth barbara susan jessica sarah karen nancy lisa betty margaret sandra ashley kimberly emily donna michelle dorothy carol
amanda melissa deborah stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen
samantha katherine christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia victoria
kelly lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa ann sara madison frances
kathryn janice jean abigail alice julia judy sophia grace denise amber doris marilyn danielle beverly isabella theresa diana
natalie brittany charlotte marie kayla alexis lori anne rose kate jane lucy ellen clara jose juan luis carlos jesus antonio
miguel manuel francisco pedro alejandro jorge rosa carmen ana guadalupe isabel josefina smith johnson williams brown jones garcia
miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson taylor moore jackson martin lee perez thompson white
harris sanchez clark ramirez lewis robinson walker young allen king wright torres nguyen hill flores green adams nelson baker
hall rivera campbell mitchell carter roberts`;

/** Given and family names that many families have, folded. */
export const commonNames = new Set(names.split(/\s+/));

/** Large cities, and streets that many towns have, folded. */
export const commonPlaces = new Set(
  `new york,new york city,manhattan,brooklyn,queens,chicago,los angeles,san francisco,boston,philadelphia,detroit,houston,
dallas,miami,atlanta,seattle,denver,phoenix,washington,san diego,las vegas,cleveland,toronto,london,paris,berlin,rome,madrid,
dublin,mexico city,havana,springfield,main street,church street,high street,park avenue,broadway,maple street,oak street,
elm street,second street,first street,third street`
    .split(',')
    .map((name) => name.trim()),
);
