// Chooses which of the slow test files `npm test` runs: those that the latest commits concern, and one group of the rest.
// The group changes each day and with each commit. `npm run test:all` runs every file.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './project.mjs'

/** Seconds of slow files in one group, and seconds that the files which the latest commits concern may add. */
const budget = { group: 400, changes: 300 }
const commitsToCompare = 20

/** Every slow file: its duration in seconds, and other folders or files that it covers. */
export const slowTests = JSON.parse(readFileSync(path.join(root, 'tests/slow-tests.json'), 'utf8'))

/** Distributes the slow files over groups of about `seconds` each. A longer file has its own group. */
export function groupTests(slow, seconds) {
  const total = Object.values(slow).reduce((sum, test) => sum + test.seconds, 0)
  const groups = Array.from({ length: Math.max(1, Math.ceil(total / seconds)) }, () => ({ seconds: 0, files: [] }))
  for (const [file, test] of Object.entries(slow).sort(([, a], [, b]) => b.seconds - a.seconds)) {
    const [shortest] = groups.toSorted((a, b) => a.seconds - b.seconds)
    shortest.files.push(file)
    shortest.seconds += test.seconds
  }
  return groups.map(({ files }) => files)
}

/** The slow files that `changed` paths concern: changed files first, then the shortest, at most `seconds` in all. */
export function concernedTests(slow, changed, seconds) {
  const isChanged = (file) => changed.includes(file)
  const isCovered = ([, test]) =>
    (test.covers ?? []).some((prefix) => changed.some((file) => file === prefix || file.startsWith(`${prefix}/`)))
  const concerned = Object.entries(slow)
    .filter((entry) => isChanged(entry[0]) || isCovered(entry))
    .sort(([a, one], [b, other]) => Number(isChanged(b)) - Number(isChanged(a)) || one.seconds - other.seconds)
  let left = seconds
  return concerned.flatMap(([file, test]) => {
    if (test.seconds > left) return []
    left -= test.seconds
    return [file]
  })
}

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    // an unpacked archive has no history: the day alone chooses the group
    return ''
  }
}

function changedFiles() {
  const committed = git('log', '-n', String(commitsToCompare), '--name-only', '--format=').split('\n')
  const uncommitted = git('status', '--porcelain').split('\n')
  return [...new Set([...committed, ...uncommitted.map((line) => line.slice(3))])].filter((file) => file !== '')
}

function currentTurn() {
  const chosen = process.env.FANION_TEST_TURN
  if (chosen !== undefined) return Number(chosen)
  const commits = Number(git('rev-list', '--count', 'HEAD') || 0)
  return Math.floor(Date.now() / 86_400_000) + commits
}

/** The slow files of this run and the ones it leaves out. */
export function selectTests(slow = slowTests, changed = changedFiles(), turn = currentTurn()) {
  const groups = groupTests(slow, budget.group)
  const group = groups[turn % groups.length]
  const others = Object.fromEntries(Object.entries(slow).filter(([file]) => !group.includes(file)))
  const selected = [...group, ...concernedTests(others, changed, budget.changes)]
  const omitted = Object.keys(slow).filter((file) => !selected.includes(file))
  return { turn, groups: groups.length, selected, omitted }
}
