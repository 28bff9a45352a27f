import { type Vendor, vendorNames } from '../../features/imports/schemas/import.ts'
import { blockedIn } from './blocked.ts'
import { evidenceOf } from './evidence.ts'
import type { CompiledEnvironment } from './preview-items.ts'

const mostNamed = 20

/** Sentences on which flags of an environment were compared with what, and which were not compared. */
export const comparisonNotes = (vendor: Vendor, compiled: readonly CompiledEnvironment[]): string[] =>
  compiled.flatMap(({ environment, imported, check }) => {
    const { name } = environment
    const blocked = blockedIn(imported)
    const asked = new Set(check?.asked)
    const left = [...imported.keys.flags].flatMap(([theirs, ours]) =>
      Object.hasOwn(imported.flags, ours) && !blocked.has(`flag/${ours}`) && !asked.has(theirs) ? [theirs] : [],
    )
    const count = asked.size
    const notes: string[] = []
    const evidence = evidenceOf(vendor, environment.check === undefined, check)
    if (count > 0 && evidence === 'sdk')
      notes.push(`Flags of ${name} compared with ${vendorNames[vendor]}’s SDK: ${count}.`)
    else if (count > 0 && evidence === 'tested-formula')
      notes.push(
        `Flags of ${name} compared with a formula that is tested against ${vendorNames[vendor]}’s SDK: ${count}.`,
      )
    else if (count > 0)
      notes.push(
        `Flags of ${name} compared with a formula written from ${vendorNames[vendor]}’s source, not with its engine: ${count}. They are imported as documented.`,
      )
    const names = left.slice(0, mostNamed).join(', ')
    if (left.length > mostNamed)
      notes.push(`Flags of ${name} compared with nothing: ${names}, and ${left.length - mostNamed} more.`)
    else if (left.length > 0) notes.push(`Flags of ${name} compared with nothing: ${names}.`)
    return notes
  })
