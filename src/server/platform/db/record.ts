/** Converts a row to the JSON that database functions take, with PostgreSQL's column names. */
export const recordOf = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
        value,
      ]),
    ),
  )
