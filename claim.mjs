import { chromium } from 'playwright';
const base='http://localhost:4490', pw=process.argv[2];
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox'] });
let id;
for (const [w,h,scheme] of [[1440,1000,'light'],[390,844,'dark']]) {
  const c = await b.newContext({ viewport:{width:w,height:h}, colorScheme:scheme });
  await c.request.post(base+'/api/auth/sign-in/email',{data:{email:'teresa.rourke@example.com',password:pw},headers:{origin:base}});
  if(!id){ const r=await (await c.request.post(base+'/graphql',{headers:{origin:base},data:{query:'mutation($input:CreateSubjectInput!){createSubject(input:$input){__typename ...on Subject{id} ...on UserError{message path}}}',variables:{input:{fullName:'Lourdes Medeiros',preferredName:'Lourdes',phone:'+12025550177'}}}})).json(); console.log(JSON.stringify(r)); id=r.data?.createSubject?.id; }
  const p = await c.newPage(); await p.goto(base+`/dashboard/${id}/settings/`); await p.waitForLoadState('networkidle');
  const s=p.getByText(/Are you Lourdes/).first(); await s.scrollIntoViewIfNeeded().catch(e=>console.log('none'));
  await p.screenshot({path:`/tmp/h/shots/claim-${w}-${scheme}.png`}); await c.close();
}
await b.close();
