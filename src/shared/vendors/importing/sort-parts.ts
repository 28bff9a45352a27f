import { type Vendor, vendorNames } from '../../features/imports/schemas/import.ts'
import { Unreadable, type UploadedPart, type VendorReader } from './assembly.ts'
import { vendorOf, vendors } from './vendors.ts'

export type SortedParts = {
  readonly reader: VendorReader
  readonly own: readonly UploadedPart[]
  /** A sentence for each file that is not read. */
  readonly notes: readonly string[]
}

/** A sentence about a file that is not the vendor's, with the vendor that it seems to belong to. */
const notRead = ({ name, value }: UploadedPart, vendor: Vendor): string => {
  const other = vendorOf(value)
  if (other === undefined || other === vendor) return `${name} isn’t a file of ${vendorNames[vendor]} that is known.`
  return /^[AEIOU]/i.test(vendorNames[other])
    ? `${name} isn’t a file of ${vendorNames[vendor]}. This looks like an ${vendorNames[other]} export: fanion import ${other}.`
    : `${name} isn’t a file of ${vendorNames[vendor]}. This looks like a ${vendorNames[other]} export: fanion import ${other}.`
}

/** The files of one vendor. Files of other vendors are only mentioned in a note. */
const partsOf = (parts: readonly UploadedPart[], vendor: Vendor): SortedParts => {
  const reader = vendors[vendor]
  const own = parts.filter(({ value }) => reader.recognise(value) !== null)
  const others = parts.filter((part) => !own.includes(part))
  const named = others.find(({ value }) => vendorOf(value) !== undefined) ?? others[0]
  if (own.length === 0 && named !== undefined) throw new Unreadable(notRead(named, vendor))
  return { reader, own, notes: others.map((part) => notRead(part, vendor)) }
}

/** Selects the files of the given vendor, or of the only vendor that they are recognized as. */
export const sortParts = (parts: readonly UploadedPart[], named: Vendor | undefined): SortedParts => {
  if (named !== undefined) return partsOf(parts, named)
  const found = [...new Set(parts.flatMap(({ value }) => vendorOf(value) ?? []))]
  const [vendor] = found
  if (vendor === undefined) {
    const all = Object.values(vendorNames).join(', ')
    throw new Unreadable(
      `None of these files is one of ${all}: look at what the vendor’s API or SDK answered, or its export.`,
    )
  }
  if (found.length > 1) {
    const names = found.map((one) => vendorNames[one])
    throw new Unreadable(`These files are of ${names.join(' and ')}. Import one system, then the other.`)
  }
  return partsOf(parts, vendor)
}
