/** Named people of the examples. */
export const dotori = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
export const bamtol = "2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22";
export const hodu = "0e4b7a91-6a0c-4d0e-9c2f-7b1d5e8f4a33";
export const janmul = "91c3f7d2-3b6e-4c41-8a5d-2f9e0b7c6d44";
export const stranger = "c5d8e2f1-7a94-4b3c-9e60-1a2b3c4d5e55";
