// Fetches the events after the last one that was handled.
const { EVERTOLD_URL, EVERTOLD_KEY, WEBHOOK, LAST_NUMBER } =
  process.env;

const query = `query Missed($id: ID!, $number: Int!) {
  webhook(id: $id) { eventsAfter(number: $number) { id number payload } }
}`;

let number = Number(LAST_NUMBER);
for (;;) {
  const response = await fetch(`${EVERTOLD_URL}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${EVERTOLD_KEY}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, variables: { id: WEBHOOK, number } }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  const events = data.webhook.eventsAfter;
  if (events.length === 0) break;
  for (const event of events) {
    const { type, data } = JSON.parse(event.payload);
    console.log(event.number, type, JSON.stringify(data));
    number = event.number;
  }
}
