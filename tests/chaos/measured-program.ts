// An application that reports events, run in its own process: node measured-program.ts <url> <key> <outbox file>
// <event> <from>
// Each event has a unique number, starting at <from>. Prints the number of events when it ends. Without <from> it
// reports none, and sends what an earlier process left in the file.
import { createFanion, defineEvents } from '../../src/client/sdk/node/index.ts'

const perTick = 2
const [url, key, outboxFile = '', event = '', from = ''] = process.argv.slice(2)
const events = defineEvents({ [event]: { value: true } })
const fanion = createFanion({ url, key, flags: {}, events, outboxFile })

let told = 0
const telling = setInterval(() => {
  for (let one = 0; one < perTick && from !== ''; one += 1) {
    fanion.track(event, { targetingKey: `program-${from}-${told}` }, { value: Number(from) + told })
    told += 1
  }
}, 10)
process.once('SIGTERM', () => {
  clearInterval(telling)
  void fanion.close().then(() => process.stdout.write(JSON.stringify({ told })))
})
process.stdout.write('started\n')
