// node scripts/flow-files.ts [folder]: how many files three flows pass, in this tree or that of another folder.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))

/** Where each flow begins: what it reaches from there while it runs is what a reader may have to open. */
const flows = {
  publish: 'src/server/features/publishing/publish.ts',
  'flag-page edit': 'src/client/app/features/flags/screens/targeting/flag-screen.tsx',
  evaluation: 'src/server/platform/http/ofrep/evaluate-flag.ts',
}

type Statement = { type: string; importKind?: string; exportKind?: string; source?: { value: string } | null }

/** The files of ours that a file takes values from; what it takes types of is not there at run time. */
const importsOf = (file: string): string[] => {
  const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  // of a statement only its kind and its source are looked at
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
