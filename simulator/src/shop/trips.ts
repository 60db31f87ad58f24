/** The trips that the sample company sells. */
export type Trip = {
  path: string;
  name: string;
  about: string;
  days: number;
  price: string;
  /** The colours of its picture: the sky, the land and the water. */
  colours: [sky: string, land: string, water: string];
};

export const trips: Trip[] = [
  {
    path: "fjords",
    name: "Fjords by mail boat",
    about: "Five ports, four nights on board, and a cabin with a window on the water.",
    days: 5,
    price: "€ 890",
    colours: ["#f6d9b8", "#3d6b6f", "#7fb2b8"],
  },
  {
    path: "lofoten",
    name: "Lofoten in the light of midnight",
    about: "Fishing huts, a boat to the eagles, and evenings that do not end.",
    days: 7,
    price: "€ 1,240",
    colours: ["#f2b8a0", "#54506b", "#8fa8c9"],
  },
  {
    path: "barcelona",
    name: "Barcelona on foot",
    about: "Markets, roofs and the sea, with a guide who was born in the old town.",
    days: 4,
    price: "€ 540",
    colours: ["#bfe0ee", "#c7784f", "#6aa9c4"],
  },
  {
    path: "rila",
    name: "Seven lakes of Rila",
    about: "Two days of walking from hut to hut, and a third in the hot springs.",
    days: 3,
    price: "€ 310",
    colours: ["#d5e6f2", "#4d7157", "#5f9bb0"],
  },
  {
    path: "cappadocia",
    name: "Cappadocia from above",
    about: "A balloon at sunrise, rooms in the rock, and dinner with a family.",
    days: 4,
    price: "€ 620",
    colours: ["#fbd3a2", "#b07a53", "#d9b48a"],
  },
  {
    path: "kyoto",
    name: "Kyoto in the maple weeks",
    about: "Gardens before they open, a tea house, and a train along the coast.",
    days: 9,
    price: "€ 2,180",
    colours: ["#f5e4d8", "#a5423a", "#8a9f7d"],
  },
];
