import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { ownZone } from '../../../shared/text/time/when.ts'

const zones = () => [...new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]

/** Selects a time zone. The user’s own comes first, then UTC. */
export function ZoneSelect({ zone, onChange }: { zone: string; onChange: (zone: string) => void }): ReactNode {
  return (
    <Select
      label="Time zone"
      data={zones()}
      value={zone}
      searchable
      allowDeselect={false}
      limit={50}
      onChange={(chosen) => onChange(chosen ?? zone)}
    />
  )
}
