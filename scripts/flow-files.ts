// node scripts/flow-files.ts [folder]: counts the files that three flows pass through, in this tree or that of another
// folder.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))

/** First file of each flow. A reader may have to open all files that it imports at run time. */
const flows = {
  publish: 'src/server/features/publishing/publish.ts',
  'flag-page edit': 'src/client/app/features/flags/screens/targeting/flag-screen.tsx',
  evaluation: 'src/server/platform/http/ofrep/evaluate-flag.ts',
}

type Statement = { type: string; importKind?: string; exportKind?: string; source?: { value: string } | null }

/** Returns the project files that a file imports values from. Type imports do not exist at run time. */
const importsOf = (file: string): string[] => {
  const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  // Safe cast: only kind and source of a statement are used.
  return (program.body as unknown as Statement[]).flatMap(({ source, importKind, exportKind }) =>
    source?.value.startsWith('.') && importKind !== 'type' && exportKind !== 'type'
      ? [path.posix.join(path.posix.dirname(file), source.value)]
      : [],
  )
}

const reached = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(path.join(root, file))) return seen
  seen.add(file)
  for (const next of importsOf(file)) reached(next, seen)
  return seen
}

const places = {
  server: 'src/server/',
  app: 'src/client/app/',
  engine: 'src/shared/engine/',
  schemas: 'src/shared/schemas/',
}

for (const [flow, file] of Object.entries(flows)) {
  const files = [...reached(file)]
  const of = Object.entries(places).map(
    ([name, folder]) => `${name} ${files.filter((one) => one.startsWith(folder)).length}`,
  )
  console.log(`${flow}: ${files.length} files (${of.join(', ')})`)
}
