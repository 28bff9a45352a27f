// npm run fuzz:engine [-- count [seed]]: evaluates malicious contexts with both engines, a million by default. Prints
// the seed first.
import { runHostile } from '../tests/support/hostile-run.ts'

const [count = '1000000', given] = process.argv.slice(2)
const seed = Number(given ?? Math.floor(Math.random() * 2 ** 31))
console.log(`seed ${seed}`)
const started = performance.now()
let told = 0
const cases = await runHostile(Number(count), seed, (done) => {
  if (done - told < 100_000) return
  told = done
  console.log(`${done} answered`)
})
console.log(`${cases} hostile contexts answered in ${Math.round((performance.now() - started) / 1000)} s, no exception`)
