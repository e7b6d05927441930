const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const two = (number: number): string => String(number).padStart(2, '0')
const hour12 = (time: Date): number => time.getUTCHours() % 12 || 12

/** The parts of Go's layouts, which are those of its reference time, Mon Jan 2 15:04:05 2006. */
const PARTS: Readonly<Record<string, (time: Date) => string>> = {
  January: (time) => MONTHS[time.getUTCMonth()] ?? '',
  Monday: (time) => DAYS[time.getUTCDay()] ?? '',
  'Z07:00': () => 'Z',
  '-07:00': () => '+00:00',
  '2006': (time) => String(time.getUTCFullYear()).padStart(4, '0'),
  '.000': (time) => `.${String(time.getUTCMilliseconds()).padStart(3, '0')}`,
  Jan: (time) => (MONTHS[time.getUTCMonth()] ?? '').slice(0, 3),
  Mon: (time) => (DAYS[time.getUTCDay()] ?? '').slice(0, 3),
  MST: () => 'UTC',
  '01': (time) => two(time.getUTCMonth() + 1),
  '02': (time) => two(time.getUTCDate()),
  '03': (time) => two(hour12(time)),
  '04': (time) => two(time.getUTCMinutes()),
  '05': (time) => two(time.getUTCSeconds()),
  '06': (time) => two(time.getUTCFullYear() % 100),
  '15': (time) => two(time.getUTCHours()),
  PM: (time) => (time.getUTCHours() < 12 ? 'AM' : 'PM'),
  pm: (time) => (time.getUTCHours() < 12 ? 'am' : 'pm'),
  '1': (time) => String(time.getUTCMonth() + 1),
  '2': (time) => String(time.getUTCDate()),
  '3': (time) => String(hour12(time)),
  '4': (time) => String(time.getUTCMinutes()),
  '5': (time) => String(time.getUTCSeconds()),
}

const LAYOUT = new RegExp(
  Object.keys(PARTS)
    // 2006 is not a 2.
    .sort((a, b) => b.length - a.length)
    .map((part) => part.replace('.', '\\.'))
    .join('|'),
  'g',
)

/** A time in UTC by a layout of Go, such as `2006-01-02 15:04`. */
export const timeByLayout = (layout: string, time: Date): string =>
  layout.replace(LAYOUT, (part) => PARTS[part]?.(time) ?? part)
