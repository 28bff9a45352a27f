// A program that tells of events, for a process of its own: node measured-program.ts <url> <key> <outbox file> <event> <from>
// Each event has a number that no other has, from <from> on. It prints how many it told of when it ends; without <from> it tells
// of none, and sends what an earlier one left in the file.
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
