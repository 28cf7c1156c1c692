/** A place that people live in. Telephone prefixes lead to numbers that are reserved for fiction, where any are. */
interface Place {
  /** Which of the merchant's two shops serves it: 1 in the United States, 2 in Germany. */
  region: 1 | 2;
  country: string;
  city: string;
  state: string | null;
  zip: string;
  calling: string;
  prefix: string;
  /** How many digits follow the prefix. */
  digits: number;
  street: string;
  currency: string;
}

const place = (region: 1 | 2, currency: string, calling: string, digits: number) => {
  return (
    country: string,
    city: string,
    state: string | null,
    zip: string,
    prefix: string,
    street: string,
  ): Place => ({ region, country, city, state, zip, calling, prefix, digits, street, currency });
};

const american = place(1, 'USD', '+1', 2);
const canadian = place(1, 'CAD', '+1', 2);
const japanese = place(1, 'JPY', '+81', 4);
const euro = (calling: string, digits: number) => place(2, 'EUR', calling, digits);
const british = place(2, 'GBP', '+44', 3);
const swedish = place(2, 'SEK', '+46', 2);

export const places: readonly Place[] = [
  american('US', 'Portland', 'OR', '97205', '50355501', 'Alder Street'),
  american('US', 'Austin', 'TX', '78701', '51255501', 'Congress Avenue'),
  american('US', 'Chicago', 'IL', '60614', '31255501', 'Clark Street'),
  american('US', 'Denver', 'CO', '80203', '30355501', 'Logan Street'),
  american('US', 'Seattle', 'WA', '98101', '20655501', 'Pine Street'),
  american('US', 'Boston', 'MA', '02116', '61755501', 'Newbury Street'),
  american('US', 'Atlanta', 'GA', '30309', '40455501', 'Peachtree Street'),
  american('US', 'Madison', 'WI', '53703', '60855501', 'State Street'),
  canadian('CA', 'Toronto', 'ON', 'M5V 2T6', '41655501', 'Queen Street'),
  japanese('JP', '横浜市', '神奈川県', '231-0023', '455550', '山下町'),
  euro('+49', 3)('DE', 'Berlin', null, '10435', '3023125', 'Kastanienallee'),
  euro('+49', 3)('DE', 'Köln', null, '50674', '2214710', 'Aachener Straße'),
  euro('+49', 3)('DE', 'Hamburg', null, '20357', '4066969', 'Schanzenstraße'),
  euro('+49', 3)('DE', 'München', null, '80469', '8999998', 'Gärtnerplatz'),
  euro('+33', 4)('FR', 'Lyon', null, '69002', '46571', 'Rue Mercière'),
  euro('+33', 4)('FR', 'Paris', null, '75011', '19900', 'Rue Oberkampf'),
  euro('+31', 4)('NL', 'Utrecht', null, '3511 LX', '30555', 'Oudegracht'),
  british('GB', 'Bristol', null, 'BS1 4ST', '7700900', 'Corn Street'),
  british('GB', 'Leeds', null, 'LS1 6HW', '7700900', 'Briggate'),
  swedish('SE', 'Stockholm', null, '116 46', '8465004', 'Götgatan'),
];

/** Countries and currencies of each shop, as its connector accounts admit them. */
export const regions = [1, 2].map((region) => {
  const own = places.filter((candidate) => candidate.region === region);
  return {
    countries: [...new Set(own.map(({ country }) => country))],
    currencies: [...new Set(own.map(({ currency }) => currency))],
  };
});

export const firstNames =
  'Ada Amir Anneke Aiko Ben Björn Camille Carlos Chloé Daniel Dilan Elena Emil Farah Felix Grace Hannah Hiro Ines Isaac Jonas Julia Kofi Lea Liam Lucía Maja Marcus Mei Nadia Noah Olivia Omar Paula Priya Quentin Rosa Samuel Sofia Tariq Tess Umar Vera Wanda Yusuf Zoë'.split(
    ' ',
  );

export const lastNames =
  "Abbott Almeida Bauer Bergström Brandt Castillo Chen Dubois Ellis Fischer Fontaine Garcia Haddad Hughes Ito Jansen Johansson Kaya Keller Kim Larsen Lefèvre Lindqvist Marsh Mbeki Meyer Moreau Müller Nakamura Novak O'Neill Okafor Osman Patel Quinn Rossi Sandberg Schäfer Silva Tanaka Turner Ueda Vogel Walker Weber Yilmaz Young Zimmermann".split(
    ' ',
  );

/** Letters that e-mail addresses are spelt without, and what stands in for each. */
export const plainLetters = { from: "äåéèëíöüçñ'", to: 'aaeeeioucn' } as const;

/** What a merchant sells: products with their prices in US cents. */
export interface Theme {
  name: string;
  business: string;
  about: string;
  products: Readonly<Record<string, number>>;
}

export const themes: readonly Theme[] = [
  {
    name: 'Juniper Outdoor',
    business: 'outdoor',
    about: 'Tents, packs and boots for long walks.',
    products: {
      'Rain jacket': 14900,
      'Two-person tent': 32900,
      'Sleeping bag': 18900,
      'Trail boots': 16500,
      'Wool socks': 1900,
      'Camp stove': 6400,
      Headlamp: 4500,
      'Daypack 22 l': 8900,
      'Trekking poles': 7900,
      'Water filter': 3900,
    },
  },
  {
    name: 'Harbour Coffee Roasters',
    business: 'coffee',
    about: 'Coffee, freshly roasted, and what it takes to brew it.',
    products: {
      'House blend 250 g': 1250,
      'Ethiopia Guji 250 g': 1690,
      'Decaf 500 g': 2190,
      'Espresso blend 1 kg': 3400,
      'Hand grinder': 11900,
      'Pour-over kettle': 7900,
      'Paper filters': 690,
      'Tasting set': 4900,
      'Stoneware cup': 1800,
      Descaler: 990,
    },
  },
  {
    name: 'Lumen Bicycles',
    business: 'bicycles',
    about: 'City bicycles, parts and repairs.',
    products: {
      'City bicycle': 89900,
      'Child seat': 12900,
      Helmet: 6900,
      'Front light': 3900,
      'Tyre 28"': 2900,
      Chain: 2400,
      'Annual service': 9900,
      Pannier: 7900,
      Bell: 1290,
      'Folding lock': 8400,
    },
  },
  {
    name: 'Atlas Books',
    business: 'books',
    about: 'New books, old books and maps.',
    products: {
      'Novel, paperback': 1499,
      'Novel, hardcover': 2699,
      'Atlas of rivers': 5499,
      Cookbook: 3499,
      'Picture book': 1799,
      'City map': 899,
      Notebook: 1299,
      'Poetry collection': 1699,
      'Box set': 8999,
      'Gift card': 5000,
    },
  },
];

/** How a price in US cents becomes one in another currency: times `factor`, to whole `unit`s, less `off`. */
export const priceRules = [
  { currency: 'USD', factor: 1, unit: 1, off: 0 },
  { currency: 'CAD', factor: 1.37, unit: 100, off: 1 },
  { currency: 'EUR', factor: 0.92, unit: 100, off: 1 },
  { currency: 'GBP', factor: 0.79, unit: 100, off: 1 },
  { currency: 'SEK', factor: 10.5, unit: 1000, off: 100 },
  // The yen has no smaller unit.
  { currency: 'JPY', factor: 1.5, unit: 10, off: 0 },
] as const;
