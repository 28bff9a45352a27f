import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const formats = [
  ['jsonl', 'JSON Lines'],
  ['csv', 'CSV'],
] as const

/** Links that export the filtered audit log, for owners. */
export function ExportLinks({ filter }: { filter: Record<string, string | undefined> }): ReactNode {
  return formats.map(([format, name]) => {
    const query = new URLSearchParams({ format })
    for (const [field, value] of Object.entries(filter)) if (value) query.set(field, value)
    return (
      <Button
        key={format}
        component="a"
        href={`/audit/export?${query}`}
        download
        variant="default"
        leftSection={<IconDownload size={15} />}
        aria-label={`Export as ${name}`}
      >
        {name}
      </Button>
    )
  })
}
