import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ExperimentResults } from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { resultsCsv } from './results-csv.ts'

/** Downloads a text as a file. */
const save = (name: string, type: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

/** Downloads the results as files, or prints them. */
export function Downloads(props: { project: string; experiment: string; results: ExperimentResults }): ReactNode {
  const { experiment, results } = props
  const file = `${experiment}-run-${results.run}`
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} />}
        aria-label="Download results as JSON"
        onClick={() => save(`${file}.json`, 'application/json', `${JSON.stringify(results, null, 2)}\n`)}
      >
        JSON
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} />}
        aria-label="Download results as CSV"
        onClick={() => save(`${file}.csv`, 'text/csv', resultsCsv(results))}
      >
        CSV
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={15} />} onClick={() => window.print()}>
        Print
      </Button>
    </>
  )
}
