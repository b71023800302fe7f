"""The data of omnigym: sounds, wallpapers, composed suites, the dataset. `omnigym.assets.packaged` reads them."""
