// npm run fuzz:approvals [-- count [seed]]: checks random publish histories (a million by default) against the approval
// rules and the engine. Prints the seed first.
import { runDecisions } from '../tests/support/decisions.ts'

const [count = '1000000', given] = process.argv.slice(2)
const seed = Number(given ?? Math.floor(Math.random() * 2 ** 31))
console.log(`seed ${seed}`)
const started = performance.now()
const { histories, free, off, asked } = runDecisions(Number(count), seed, (done) => {
  if (done > 0 && done % 100_000 === 0) console.log(`${done} histories`)
})
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `${histories} histories in ${seconds} s: ${free} publications changed nobody's answer, ${off} only turned off,`,
)
console.log(`${asked} would have asked for approval; none changed more than was said`)
